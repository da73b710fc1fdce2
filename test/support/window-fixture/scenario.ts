import type { ConversationState, ConversationSummary, Entry } from '../../../protocol/conversation/entry.ts';
import type { RouteName, RouteOutput } from '../../../protocol/ipc/routes.ts';
import type { ComputerState, HelperInstall, ToolInfo } from '../../../protocol/ipc/shapes.ts';
import * as sample from './sample-data.ts';
import { MEMORY_ITEMS, MEMORY_STATE, memoryItem } from './sample-memory.ts';
import { recordingList, sampleRecording, thousandSteps } from './sample-recordings.ts';

/** What the fake host answers, by route; a missing route is refused. */
export interface Scenario {
  answers: { [N in RouteName]?: RouteOutput<N> };
  /** Routes that are refused with this sentence. */
  refuse: Partial<Record<RouteName, string>>;
  /** Routes that never answer: the page stays in its loading state. */
  hang: RouteName[];
}

function base(): Scenario {
  return {
    hang: [],
    refuse: {},
    answers: {
      'conversation.list': summaries(6),
      'conversation.open': sample.sampleConversation(),
      'conversation.create': {
        ...sample.sampleConversation(),
        conversationId: 'c-new',
        title: '',
        seq: 0,
        entries: [],
      },
      'model.state': sample.CONNECTED,
      'model.discover': [
        { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', models: ['qwen3-vl:8b', 'llama4:scout'] },
      ],
      'model.list': [
        {
          id: 'claude-sonnet-5',
          label: 'Claude Sonnet 5',
          vision: true,
          contextWindow: 1_000_000,
          maxOutput: 64_000,
          price: { input: 3, output: 15 },
          efforts: ['low', 'medium', 'high'],
        },
        {
          id: 'claude-haiku-5',
          label: 'Claude Haiku 5',
          vision: false,
          contextWindow: 200_000,
          maxOutput: null,
          price: null,
          efforts: [],
        },
      ],
      'permission.check': sample.PERMISSIONS,
      'doctor.run': sample.DOCTOR,
      'computer.state': sample.COMPUTER,
      'settings.read': sample.SETTINGS,
      'app.info': sample.INFO,
      'tool.list': sample.TOOLS,
      'memory.list': MEMORY_ITEMS,
      'memory.state': MEMORY_STATE,
      'memory.review': MEMORY_STATE,
      'memory.change': memoryItem(1),
      'memory.archive': null,
      'memory.delete': null,
      'memory.export': { path: '/home/mira/Documents/Fermix memory.json' },
      'recording.list': recordingList(7),
      'recording.open': sampleRecording(),
      'recording.delete': null,
      'recording.delete-all': null,
      'recording.export': { folder: '/home/mira/Documents/Fermix recording 2026-11-30 14.05' },
      'conversation.stop': { stopped: true },
      'conversation.page': { entries: [], totals: {}, before: null },
      'history.search': { hits: sample.HITS, before: null },
      'command.list': sample.COMMANDS,
      'conversation.unqueue': null,
      'conversation.delete': null,
      'conversation.rename': null,
      'app.open-link': null,
      'app.confirm-close': null,
      'tool.stop': null,
      'computer.pause': { result: 'paused', text: 'Computer use is paused.' },
      'computer.resume': { result: 'resumed', text: 'Computer use goes on.' },
      'approval.answer': { status: 'approved', text: 'The folder is open for the agent.' },
      'tool-result.read': { text: 'the whole text' },
      'tool.run': {
        ok: true,
        code: null,
        outcome: 'performed',
        text: 'total 12\ndrwxr-xr-x 2 mira mira 4096 Nov 30 14:05 notes',
        images: [],
        durationMs: 48,
      },
    },
  };
}

export function summaries(count: number): ConversationSummary[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index === 0 ? 'c-1' : `c-${index + 1}`,
    title: index === 1 ? sample.LONG_NAME : index === 0 ? 'Note about the greenhouse' : `Conversation ${index + 1}`,
    updatedAt: sample.NOW - index * 5_400_000,
    messageCount: 12,
    running: index === 2,
    needsYou: index === 3,
  }));
}

function running(): ConversationState {
  const state = sample.sampleConversation();
  const entries: Entry[] = [
    ...state.entries.slice(0, 4),
    sample.tool('c9', 'shell', 'Running npm test -- --reporter dot', {
      status: 'running',
      startedAt: Date.now() - 12_000,
      liveOutput: 'Running 13 tests\n.............',
    }),
    { ...sample.approval() },
    {
      kind: 'user',
      id: 'u2',
      turnId: 't2',
      at: sample.NOW,
      text: 'And then tell me the size of the folder.',
      images: [],
      files: [],
      status: 'queued',
    },
  ];
  const turn = { turnId: 't1', startedAt: Date.now() - 15_000, step: 4, phase: 'tools' as const, stopping: false };
  return { ...state, entries, turn };
}

function thousand(): ConversationState {
  const state = sample.sampleConversation();
  const entries: Entry[] = Array.from({ length: 250 }, (_, index) =>
    state.entries.slice(0, 4).map((entry) => ({ ...entry, id: `${entry.id}-${index}` })),
  ).flat();
  return { ...state, title: sample.LONG_NAME, entries };
}

function manyTools(): ToolInfo[] {
  return Array.from({ length: 1000 }, (_, index) => {
    const tool = sample.TOOLS[index % sample.TOOLS.length] ?? sample.TOOLS[0];
    if (!tool) throw new Error('no sample tool');
    return { ...tool, name: index === 3 ? sample.LONG_NAME.replaceAll(' ', '_') : `${tool.name}_${index}` };
  });
}

function change(part: Partial<Scenario['answers']>, rest: Partial<Scenario> = {}): () => Scenario {
  return () => {
    const start = base();
    return { ...start, ...rest, answers: { ...start.answers, ...part } };
  };
}

const EVERY_READ: RouteName[] = [
  'conversation.list',
  'conversation.open',
  'model.state',
  'permission.check',
  'doctor.run',
  'computer.state',
  'settings.read',
  'app.info',
  'tool.list',
  'memory.list',
  'memory.state',
  'recording.list',
  'recording.open',
];

function helperState(part: Partial<HelperInstall>, more: Partial<ComputerState> = {}): () => Scenario {
  const helper = { ...sample.COMPUTER.helper, ...part };
  const state = { ...sample.COMPUTER, enabled: false, session: 'none' as const, helper, ...more };
  return change({ 'computer.state': { ...state, installed: more.installed ?? helper.state === 'installed' } });
}

/** Named situations of the window. */
export const SCENARIOS = {
  usual: base,
  first: change({
    'conversation.list': [],
    'memory.list': [],
    'recording.list': [],
    'model.state': sample.DIRECT,
    'model.discover': [],
    'computer.state': { ...sample.COMPUTER, enabled: false, session: 'none' },
  }),
  helperAbsent: helperState({ state: 'absent' }),
  helperDownloading: helperState({
    state: 'installing',
    source: 'download',
    progress: { step: 'downloading', done: 21_400_000, total: 50_300_000 },
  }),
  helperStarting: helperState({ state: 'installing', progress: { step: 'starting', done: 0, total: 0 } }),
  helperFailed: helperState({
    state: 'error',
    source: 'download',
    problem: {
      code: 'download_interrupted',
      message: 'The connection broke off during the download. What has arrived is kept.',
      resumable: true,
    },
  }),
  helperChanged: helperState(
    {
      state: 'error',
      problem: {
        code: 'helper_checksum_mismatch',
        message: 'The helper was not started: its file index.mjs has another content.',
        resumable: false,
      },
    },
    { enabled: true, installed: true },
  ),
  helperUpdate: helperState({ state: 'update_available', version: '0.2.0', olderVersion: '0.1.0' }, { enabled: true }),
  helperRemoved: helperState({ state: 'absent', removed: true }),
  helperNowhere: helperState({ state: 'absent', source: null }),
  helperRestart: helperState({ state: 'installed' }, { enabled: true, needsRestart: true }),
  wayland: change({ 'permission.check': sample.WAYLAND_PERMISSIONS }),
  one: change({ 'conversation.list': summaries(1), 'tool.list': sample.TOOLS.slice(0, 1) }),
  running: () =>
    change({
      'conversation.open': running(),
      'computer.state': { ...sample.COMPUTER, session: 'acting', conversationId: 'c-1' },
    })(),
  thousand: () =>
    change({
      'conversation.list': summaries(1000),
      'conversation.open': thousand(),
      'tool.list': manyTools(),
      'recording.list': recordingList(1000),
      'recording.open': thousandSteps(),
    })(),
  none: change({
    'tool.list': [],
    'doctor.run': [],
    'permission.check': [],
    'conversation.list': [],
    'memory.list': [],
    'recording.list': [],
  }),
  loading: change({}, { hang: EVERY_READ }),
  refused: change(
    {},
    {
      refuse: Object.fromEntries(
        EVERY_READ.map((route) => [route, 'The store could not be read. Nothing was lost; the file is kept.']),
      ),
    },
  ),
  trouble: change({
    'settings.read': { ...sample.SETTINGS, externalChange: 'config.toml was changed by another program at 14:02.' },
    'computer.state': {
      ...sample.COMPUTER,
      supported: false,
      unsupportedReason: 'This session has no X11 display, so the screen cannot be seen or used.',
      enabled: false,
      installed: false,
    },
    'app.info': {
      ...sample.INFO,
      startNotices: [
        {
          tone: 'warn',
          text: 'The database was damaged. A copy is kept as fermix.db.damaged-2026-11-30, and a new one was begun.',
        },
      ],
    },
  }),
} as const satisfies Record<string, () => Scenario>;

export type ScenarioName = keyof typeof SCENARIOS;
