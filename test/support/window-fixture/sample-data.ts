import type { ActionReport } from '../../../protocol/conversation/action-report.ts';
import type { ApprovalEntry, ConversationState, Entry, ToolEntry } from '../../../protocol/conversation/entry.ts';
import type { ImageRef } from '../../../protocol/conversation/message.ts';
import type { SearchHit } from '../../../protocol/conversation/search.ts';
import type {
  AppInfo,
  CommandInfo,
  ComputerState,
  DoctorRow,
  ModelState,
  PermissionRow,
  SettingsState,
  ToolInfo,
} from '../../../protocol/ipc/shapes.ts';

export const LONG_NAME =
  'A very long name that goes on and on, with Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft-in-one-word-and-no-place-to-break';

export const NOW = Date.UTC(2026, 10, 30, 14, 5);

export function image(id: string, width = 1280, height = 720): ImageRef {
  return { id, mime: 'image/png', width, height, bytes: 84_000, alt: 'Screen 1 with a text editor' };
}

export function tool(id: string, name: string, title: string, more: Partial<ToolEntry> = {}): ToolEntry {
  const done = more.status === undefined || more.status === 'done';
  return {
    kind: 'tool',
    id,
    turnId: 't1',
    at: NOW,
    name,
    title,
    arguments: {},
    status: 'done',
    liveOutput: '',
    ...(done ? { outcome: 'performed', endedAt: NOW + 420 } : {}),
    text: '',
    truncated: false,
    images: [],
    startedAt: NOW,
    ...more,
  };
}

/** What the helper said of a click that worked, unless told otherwise. */
export function actionReport(more: Partial<ActionReport> = {}): ActionReport {
  return {
    action: 'left_click',
    session: 'cua_1',
    recording: 'cua_1',
    dispatch: 'sent',
    delivery: 'confirmed',
    effect: 'verified',
    courtesy: 'proceeded',
    window: { app: 'mousepad', title: 'Mousepad' },
    timingsMs: { input: 14, settle: 210, capture: 48, encode: 22 },
    ...more,
  };
}

export function approval(more: Partial<ApprovalEntry> = {}): ApprovalEntry {
  return {
    kind: 'approval',
    id: 'ask-1',
    turnId: 't1',
    at: Date.now(),
    title: 'Let the agent read and write in a folder',
    exact: '/home/mira/projects/greenhouse',
    reason: 'The notes you asked about are in that folder.',
    expiresAt: Date.now() + 58_000,
    status: 'pending',
    ...more,
  };
}

const ANSWER = `The note is written and saved. Here is what I did:

1. Opened **Mousepad** and typed the two lines.
2. Saved with \`Ctrl+S\` as \`greenhouse.txt\`.
3. Read the file back: it has *47 bytes*.

| Line | Text |
| --- | --- |
| 1 | Água às 7 h |
| 2 | Café 🌱 |

\`\`\`sh
$ wc -c ~/greenhouse.txt
47 /home/mira/greenhouse.txt
\`\`\`

More in the [manual of the editor](https://docs.example.org/mousepad/manual?page=saving). <b>This stays text.</b>

> Nothing else was changed.`;

export function sampleConversation(): ConversationState {
  const shot = { image: image('shot-1'), role: 'after' as const, point: { x: 642, y: 355 } };
  const entries: Entry[] = [
    {
      kind: 'user',
      id: 'u1',
      turnId: 't1',
      at: NOW,
      text: 'Write two lines into the text editor, save it as greenhouse.txt and check that the file is right.',
      images: [],
      files: [{ path: '/home/mira/notes/plan.pdf', name: 'plan.pdf', bytes: 182_000 }],
      status: 'sent',
    },
    {
      kind: 'assistant',
      id: 'a1',
      turnId: 't1',
      at: NOW,
      text: "I'll look at the screen first.",
      reasoning: 'The editor may already be open, so a picture comes first.',
      status: 'done',
      model: 'anthropic/claude',
    },
    tool('c1', 'computer_use', 'Looked at the screen', {
      arguments: { action: 'screenshot', marks: true },
      report: actionReport({ action: 'screenshot', dispatch: 'read', marks: { count: 24, guessed: true } }),
      images: [{ image: image('shot-0'), role: 'result' }],
    }),
    tool('c2', 'computer_use', 'Clicked File in Mousepad', {
      arguments: { action: 'left_click', mark: 7 },
      images: [{ image: image('shot-0b'), role: 'before', point: { x: 640, y: 356 } }, shot],
      report: actionReport({ target: { role: 'menu_item', name: 'File', by: 'mark', mark: 7 } }),
    }),
    tool('c3', 'file_read', 'Read greenhouse.txt'),
    tool('c4', 'content_search', 'Searched for "Café" in ~/notes'),
    tool('c5', 'glob_search', 'Found **/*.txt in ~/notes'),
    tool('c6', 'computer_use', 'Pressed ctrl+s in Mousepad', {
      outcome: 'unverified',
      text: 'No change was seen.',
      arguments: { action: 'key', chord: 'ctrl+s' },
      report: actionReport({ action: 'key', delivery: 'n/a', effect: 'not_observed' }),
    }),
    tool('c6b', 'computer_use', 'Click Save in Mousepad', {
      outcome: 'not_delivered',
      code: 'not_delivered',
      text: 'No button or key was sent: The pointer could not be placed there. The action did nothing. Look at the picture, then try once more.',
      arguments: { action: 'left_click', mark: 3 },
      images: [
        { image: image('shot-2a'), role: 'before', point: { x: 900, y: 180 } },
        { image: image('shot-2b'), role: 'after', point: { x: 640, y: 300 } },
      ],
      report: actionReport({ dispatch: 'not_sent', delivery: 'not_delivered', effect: 'unknown' }),
    }),
    tool('c6c', 'computer_use', 'Click at 12,40', {
      outcome: 'unknown',
      code: 'outcome_unknown',
      text: 'The helper ended while the action ran; it may or may not have happened. Take a screenshot before anything else.',
      report: actionReport({ dispatch: 'unknown', delivery: 'n/a', effect: 'unknown' }),
    }),
    tool('c7', 'file_read', 'Read ~/.ssh/id_ed25519', {
      outcome: 'refused',
      code: 'path_protected',
      text: 'This place is protected: the agent never reads keys.',
      arguments: { path: '/home/mira/.ssh/id_ed25519', api_key: 'sk-verysecretvalue1234567890' },
      remedy: { label: 'Open the sandbox settings', page: 'settings/sandbox' },
    }),
    tool('c8', 'shell', 'Ran npm test -- --reporter dot', {
      outcome: 'failed',
      code: 'exit_code',
      text: 'The command ended with exit code 1.\n\n12 passed, 1 failed',
      endedAt: NOW + 73_200,
    }),
    {
      kind: 'assistant',
      id: 'a2',
      turnId: 't1',
      at: NOW,
      text: ANSWER,
      reasoning: '',
      status: 'done',
      model: 'anthropic/claude',
    },
    { kind: 'notice', id: 'n1', at: NOW, tone: 'info', text: 'The model was changed to Claude Sonnet 5.' },
    {
      kind: 'notice',
      id: 'n2',
      at: NOW,
      tone: 'error',
      code: 'rate_limited',
      text: 'The provider asked to wait. What was written so far is kept; send the message again in a minute.',
      remedy: { label: 'Choose another model', page: 'settings/model' },
    },
  ];
  return {
    conversationId: 'c-1',
    title: 'Note about the greenhouse',
    seq: 40,
    entries,
    turn: null,
    totals: { t1: { usage: { inputTokens: 18_204, outputTokens: 912, costUsd: 0.061 }, steps: 6 } },
    before: null,
    compacting: false,
    usage: { inputTokens: 18_240, outputTokens: 1_312, cacheReadTokens: 9_000, costUsd: 0.0731 },
  };
}

export const DIRECT: ModelState = {
  current: { id: 'direct', label: 'Direct mode', effort: null, contextWindow: null },
  providers: [
    {
      id: 'anthropic',
      label: 'Anthropic',
      connected: false,
      kind: 'anthropic',
      baseUrl: 'https://api.anthropic.com',
      key: 'none',
      model: null,
      primary: false,
      needs: { key: 'required', address: false },
      effort: true,
      trouble: null,
    },
    {
      id: 'custom',
      label: 'Custom server',
      connected: false,
      kind: 'compatible',
      baseUrl: null,
      key: 'not_needed',
      model: null,
      primary: false,
      needs: { key: 'optional', address: true },
      effort: true,
      trouble: null,
    },
  ],
  routing: {
    subagent: { provider: null, model: null, effort: null },
    cron: { provider: null, model: null, effort: null },
    meeting: { provider: null, model: null, effort: null },
    standIns: [],
    ownOrder: false,
  },
  secretBackend: 'basic_text',
  secretNote:
    'No desktop keyring was found. Keys are only obfuscated in a file that other programs of your account can read.',
};

export const CONNECTED: ModelState = {
  current: { id: 'anthropic/claude-sonnet-5', label: 'Claude Sonnet 5', effort: 'medium', contextWindow: 1_000_000 },
  providers: [
    {
      id: 'anthropic',
      label: 'Anthropic',
      connected: true,
      kind: 'anthropic',
      baseUrl: null,
      key: 'stored',
      model: 'claude-sonnet-5',
      primary: true,
      needs: { key: 'required', address: false },
      effort: true,
      trouble: {
        at: Date.parse('2026-11-30T12:00:00Z'),
        message: "Anthropic's usage limit is reached. Try again in about 12 minutes.",
        replacedBy: 'openai/gpt-5.2',
      },
    },
    {
      id: 'ollama',
      label: 'Ollama',
      connected: true,
      kind: 'compatible',
      baseUrl: 'http://127.0.0.1:11434/v1',
      key: 'not_needed',
      model: 'qwen3-vl:8b',
      primary: false,
      needs: { key: 'optional', address: true },
      effort: false,
      trouble: null,
    },
    {
      id: 'openai',
      label: 'OpenAI',
      connected: true,
      kind: 'openai',
      baseUrl: null,
      key: 'stored',
      model: 'gpt-5.2',
      primary: false,
      needs: { key: 'required', address: false },
      effort: true,
      trouble: null,
    },
  ],
  routing: {
    subagent: { provider: 'anthropic', model: 'claude-haiku-5', effort: 'low' },
    cron: { provider: null, model: null, effort: null },
    meeting: { provider: null, model: null, effort: null },
    standIns: ['openai', 'ollama'],
    ownOrder: false,
  },
  secretBackend: 'keychain',
  secretNote: null,
};

export const COMPUTER: ComputerState = {
  supported: true,
  unsupportedReason: null,
  enabled: true,
  installed: true,
  helperVersion: '0.1.0',
  helper: {
    state: 'installed',
    version: '0.1.0',
    olderVersion: null,
    source: 'package',
    bytes: 149_200_000,
    progress: null,
    problem: null,
    removed: false,
  },
  needsRestart: false,
  session: 'idle',
  posture: 'standard',
  conversationId: null,
  shortcuts: {
    pause: { label: 'Ctrl+Alt+Shift+P', status: 'works', note: null },
    stop: { label: 'Ctrl+Alt+Shift+S', status: 'works', note: null },
  },
};

export const SETTINGS: SettingsState = {
  sandboxMode: 'standard',
  roots: [
    { path: '/home/mira/.fermix/workspace', source: 'mode' },
    { path: '/home/mira/Documents', source: 'mode' },
    { path: `/home/mira/projects/${LONG_NAME.replaceAll(' ', '-')}`, source: 'granted' },
  ],
  protectedPaths: ['/home/mira/.ssh', '/home/mira/.gnupg', '/home/mira/.fermix/config.toml', '/etc/shadow'],
  blockedRoots: [],
  home: '/home/mira/.fermix',
  configPath: '/home/mira/.fermix/config.toml',
  theme: 'system',
  screenshotAfter: true,
  courtesy: 'yield',
  pauseShortcut: 'ctrl+alt+shift+p',
  stopShortcut: 'ctrl+alt+shift+s',
  imageDays: 30,
  recordingDays: 7,
  externalChange: null,
};

export const INFO: AppInfo = {
  name: 'Fermix',
  version: '0.1.0',
  runtime: 'Electron 45.5.0, Chromium 150, Node 24.21.0',
  platform: 'Linux x64, X11',
  home: '/home/mira/.fermix',
  trayHost: false,
  assistive: false,
  startNotices: [],
};

export const PERMISSIONS: PermissionRow[] = [
  {
    id: 'helper',
    label: 'Computer-use helper',
    state: 'granted',
    message: 'Version 0.1.0, unchanged since the build, answers.',
    step: null,
  },
  { id: 'display', label: 'Display server', state: 'granted', message: 'X11 at :0.', step: null },
  { id: 'screen_capture', label: 'Screen pictures', state: 'granted', message: 'X11, 1920x1080.', step: null },
  {
    id: 'input_control',
    label: 'Mouse and keyboard',
    state: 'denied',
    message: 'Not granted. Without it, clicks and keys are silently dropped.',
    step: 'Open System Settings > Privacy & Security > Accessibility and switch on Fermix.',
    canAsk: true,
  },
  {
    id: 'accessibility',
    label: 'Accessibility tree',
    state: 'denied',
    message: 'The accessibility bus is not installed, so programs cannot tell what they show.',
    step: 'Install the package at-spi2-core (Debian, Ubuntu: sudo apt-get install at-spi2-core), then log in again.',
  },
  { id: 'screen_lock', label: 'Screen lock', state: 'granted', message: 'The session is not locked.', step: null },
  {
    id: 'keychain',
    label: 'Keychain',
    state: 'unavailable',
    message: 'No Secret Service answers; keys would only be obfuscated.',
    step: 'apt-get install gnome-keyring, then log in again',
  },
  { id: 'mic', label: 'Microphone', state: 'not_applicable', message: 'Nothing in this version listens.', step: null },
];

export const WAYLAND_PERMISSIONS: PermissionRow[] = [
  ...PERMISSIONS.slice(0, 1),
  {
    id: 'display',
    label: 'Display server',
    state: 'unavailable',
    message:
      'This is a Wayland session. There one program may not see or operate the others, so pictures of the screen, mouse ' +
      'and keyboard are refused. The chat, files, commands, pictures you attach and everything else work.',
    step: 'Log out and choose "GNOME on Xorg", an X11 session, on the login screen.',
  },
  ...['Screen pictures', 'Mouse and keyboard', 'Accessibility tree', 'Idle detection', 'Clipboard'].map(
    (label): PermissionRow => ({
      id: label,
      label,
      state: 'unavailable',
      message: 'Refused in a Wayland session.',
      step: null,
    }),
  ),
];

export const DOCTOR: DoctorRow[] = [
  { id: 'home', status: 'ok', message: 'The folder /home/mira/.fermix can be read and written.' },
  { id: 'store', status: 'ok', message: 'The database passed its integrity check.' },
  {
    id: 'model',
    status: 'warn',
    message: 'No model is connected: the chat is in direct mode.',
    remedy: 'Open Settings, Model, and connect one.',
  },
  {
    id: 'helper',
    status: 'fail',
    message: 'The helper did not answer within 5 seconds.',
    remedy: 'npm run build',
  },
];

export const TOOLS: ToolInfo[] = [
  {
    name: 'shell',
    category: 'system',
    policy: 'exec',
    ownerOnly: true,
    source: 'builtin',
    registered: true,
    advertised: true,
    reason: null,
    description: 'Runs a command in the shell of this computer and gives back what it printed.',
    inputSchema: {
      type: 'object',
      properties: {
        command: { type: 'string', description: 'The command line.' },
        working_dir: { type: 'string', description: 'Folder to run in; the workspace when not given.' },
        timeout_ms: { type: 'integer', description: 'Ended after this long, in milliseconds.', minimum: 1 },
      },
      required: ['command'],
    },
  },
  {
    name: 'computer_use',
    category: 'computer',
    policy: 'gui_control',
    ownerOnly: true,
    source: 'builtin',
    registered: true,
    advertised: false,
    reason: 'Computer use is off. The owner switches it on under Settings, Computer use.',
    description: 'Sees the screen and uses mouse and keyboard.',
    inputSchema: {
      type: 'object',
      properties: {
        action: { type: 'string', enum: ['screenshot', 'left_click', 'type'], description: 'What to do.' },
        coordinate: { type: 'array', items: { type: 'integer' }, description: 'Point in pixels of the last picture.' },
        confirm_grid: { type: 'boolean', description: 'The point was meant in the 0 to 1000 grid.' },
        region: {
          type: 'object',
          description: 'Part of the screen.',
          properties: {
            x: { type: 'number', description: 'Left edge.' },
            y: { type: 'number', description: 'Top edge.' },
          },
          required: ['x', 'y'],
        },
        extra: { description: 'Anything.' },
      },
      required: ['action'],
    },
  },
  {
    name: 'git_read',
    category: 'git',
    policy: 'read_only',
    ownerOnly: false,
    source: 'builtin',
    registered: false,
    advertised: false,
    reason: 'Git is not installed. Install it with: apt-get install git',
    description: 'Reads a Git repository.',
    inputSchema: { type: 'object', properties: {} },
  },
];

export const HITS: SearchHit[] = [
  {
    conversationId: 'c-1',
    title: 'Note about the greenhouse',
    kind: 'user',
    id: 'u1',
    at: NOW - 60_000,
    excerpt: 'Write two lines into the text editor, save it',
    marks: [[6, 9]],
  },
  {
    conversationId: 'c-2',
    title: 'Conversation 2',
    kind: 'tool',
    id: 'c9',
    at: NOW - 86_400_000,
    excerpt: '… two files were changed in the greenhouse folder …',
    marks: [[2, 5]],
  },
];

const ALLOWED = 'You, and whom you have allowed';

export const COMMANDS: CommandInfo[] = [
  {
    name: '/help',
    aliases: [],
    usage: '',
    summary: 'Lists the commands',
    who: 'Everybody who may write here',
    words: [],
  },
  { name: '/new', aliases: ['/clear'], usage: '', summary: 'Starts afresh here', who: ALLOWED, words: [] },
  { name: '/stop', aliases: [], usage: '', summary: 'Stops everything that runs', who: 'You alone', words: [] },
  {
    name: '/background',
    aliases: ['/bg'],
    usage: 'TASK',
    summary: 'Runs a task beside this conversation',
    who: 'You alone',
    words: [],
  },
  {
    name: '/sandbox',
    aliases: [],
    usage: 'status | explain | mode strict|standard|open',
    summary: 'Shows or changes what the agent may reach',
    who: ALLOWED,
    words: [
      { word: 'status', summary: 'Mode, folders and variables in short' },
      { word: 'explain', summary: 'Every folder with its reason' },
    ],
  },
];
