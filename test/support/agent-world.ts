import { z } from 'zod';
import type { AgentConversations, AgentPorts, ToolTrace } from '../../main/agent/agent-ports.ts';
import { createConversations } from '../../main/agent/conversations.ts';
import type { TurnReport } from '../../main/agent/conversations-port.ts';
import type { ModelClient, ModelEvent, ModelInfo, ModelRequest, ModelResponse } from '../../main/agent/model-client.ts';
import type { Ids } from '../../main/agent/ports.ts';
import type { ConversationStore, ImageStore, PictureEncoder, StoredMessage } from '../../main/agent/store-port.ts';
import type { ToolContext, ToolResult } from '../../main/registry/capability.ts';
import { DEFERRAL_DEFAULTS } from '../../main/registry/deferral/settings.ts';
import { bindTool, defineTool, type Tool } from '../../main/registry/define-tool.ts';
import type { Caller } from '../../main/registry/policy.ts';
import { createRegistry } from '../../main/registry/registry.ts';
import type { BackgroundState } from '../../protocol/conversation/entry.ts';
import type { ImageRef, ToolCall, Usage } from '../../protocol/conversation/message.ts';
import { addUsage } from '../../protocol/conversation/usage.ts';
import { keptLog } from './clock-and-ids.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';

/** The owner at the window. */
export const OWNER: Caller = {
  trust: 'operator',
  origin: 'interactive',
  depth: 0,
  channel: 'window',
  conversationId: '',
  replyPort: true,
  approvalPort: true,
  requestDirectory: null,
  shared: false,
  selfStarted: false,
  scheduled: false,
};

/** Ids that count, so that a failure reads well. */
export function countingIds(): Ids {
  let count = 0;
  const next = (prefix: string): string => {
    count += 1;
    return `${prefix}_${count}`;
  };
  return { next, secret: (bytes) => next('secret').padEnd(bytes, 'x') };
}

type Kept = Map<
  string,
  {
    title: string;
    at: number;
    rows: StoredMessage[];
    background?: { parentId: string | null };
    state?: BackgroundState;
  }
>;

type ReaderKeys = 'summary' | 'page' | 'turn' | 'history' | 'find' | 'place' | 'usage' | 'search' | 'tasks';

/** What the store's reader does, over plain lists: a place is an index plus one. */
function readerOver(
  kept: Kept,
  copy: <T>(value: T) => T,
): Pick<ConversationStore, ReaderKeys | 'setTaskState' | 'pendingApprovals'> {
  const rowsOf = (id: string) => kept.get(id)?.rows ?? [];
  return {
    summary(id) {
      const one = kept.get(id);
      if (!one) return null;
      const said = one.rows.filter(
        (row) => row.kind === 'user' || (row.kind === 'assistant' && row.text.trim() !== ''),
      );
      const base = {
        id,
        title: one.title,
        updatedAt: one.at,
        messageCount: said.length,
        running: false,
        needsYou: false,
      };
      return one.state === undefined ? base : { ...base, background: one.state };
    },
    page(id, before, limit) {
      const end = before === null ? rowsOf(id).length : before - 1;
      const from = Math.max(0, end - limit);
      return { messages: copy(rowsOf(id).slice(from, end)), before: from > 0 ? from + 1 : null };
    },
    turn: (id, turnId) => copy(rowsOf(id).filter((row) => row.turnId === turnId)),
    history(id) {
      const rows = rowsOf(id);
      const index = rows.findLastIndex((row) => row.kind === 'divider');
      const divider = rows[index];
      if (divider?.kind !== 'divider') return { divider: null, kept: [], since: copy(rows) };
      const from = divider.from === null ? -1 : rows.findIndex((row) => row.turnId === divider.from);
      return copy({ divider, kept: from < 0 ? [] : rows.slice(from, index), since: rows.slice(index + 1) });
    },
    find: (id, kind, rowId) => copy(rowsOf(id).find((row) => row.kind === kind && row.id === rowId) ?? null),
    place: (id, kind, rowId) => rowsOf(id).findIndex((row) => row.kind === kind && row.id === rowId) + 1 || null,
    usage: (id) =>
      rowsOf(id).reduce((sum: Usage, row) => (row.kind === 'assistant' ? addUsage(sum, row.usage ?? {}) : sum), {}),
    search: () => ({ hits: [], before: null }),
    tasks: (limit) =>
      [...kept]
        .flatMap(([conversationId, { title, at, background, state }]) =>
          background && state ? [{ conversationId, title, state, parentId: background.parentId, startedAt: at }] : [],
        )
        .reverse()
        .slice(0, limit),
    setTaskState(id, state) {
      const one = kept.get(id);
      if (one) one.state = state;
    },
    pendingApprovals: () =>
      [...kept].flatMap(([conversationId, one]) =>
        one.rows.flatMap((message) =>
          message.kind === 'approval' && message.status === 'pending'
            ? [{ conversationId, message: copy(message) }]
            : [],
        ),
      ),
  };
}

/** A store as plain data; rows are copied in and out as a database would. */
export function memoryStore(): ConversationStore & { rows(id: string): StoredMessage[] } {
  const conversations: Kept = new Map();
  const copy = <T>(value: T): T => structuredClone(value);
  const rowsOf = (id: string) => conversations.get(id)?.rows ?? [];
  const everywhere = () =>
    [...conversations].flatMap(([conversationId, one]) => one.rows.map((message) => ({ conversationId, message })));
  const save: ConversationStore['save'] = (id, message) => {
    const rows = rowsOf(id);
    const index = rows.findIndex((row) => row.kind === message.kind && row.id === message.id);
    if (index < 0) rows.push(copy(message));
    else rows[index] = copy(message);
  };
  const store: ReturnType<typeof memoryStore> = {
    rows: (id) => copy(rowsOf(id)),
    create: (id, at, background) =>
      void conversations.set(id, { title: '', at, rows: [], ...(background ? { background, state: 'running' } : {}) }),
    exists: (id) => conversations.has(id),
    list: (search) =>
      [...conversations].flatMap(([id, one]) => (one.title.includes(search) ? (store.summary(id) ?? []) : [])),
    rename(id, title) {
      const one = conversations.get(id);
      if (one) one.title = title;
    },
    remove: (id) => void conversations.delete(id),
    save,
    saveAll(id, messages) {
      for (const message of messages) store.save(id, message);
    },
    removeMessage(id, kind, messageId) {
      const rows = rowsOf(id);
      const index = rows.findIndex((row) => row.kind === kind && row.id === messageId);
      if (index >= 0) rows.splice(index, 1);
    },
    load: (id) => copy(rowsOf(id)),
    ...readerOver(conversations, copy),
    move(id, message) {
      store.removeMessage(id, message.kind, message.id);
      store.save(id, message);
    },
    title: (id) => conversations.get(id)?.title ?? '',
    findByClientId(id, clientId) {
      const row = rowsOf(id).find((one) => one.kind === 'user' && one.clientId === clientId);
      return row?.kind === 'user' ? copy(row) : null;
    },
    unfinishedTools: () =>
      everywhere().flatMap(({ conversationId, message }) =>
        message.kind === 'tool' && !message.end ? [{ conversationId, message: copy(message) }] : [],
      ),
    unfinishedTurns: () =>
      everywhere().flatMap(({ conversationId, message }) => {
        const isOpen =
          (message.kind === 'assistant' && message.status === 'streaming') ||
          (message.kind === 'user' && message.status === 'queued');
        return isOpen && (message.kind === 'assistant' || message.kind === 'user')
          ? [{ conversationId, message: copy(message) }]
          : [];
      }),
  };
  return store;
}

export function memoryImages(ids: Ids): ImageStore {
  const kept = new Map<string, { ref: ImageRef; data: Uint8Array }>();
  return {
    async put({ data, mime, width, height, alt }) {
      const base = { id: ids.next('img'), mime, width, height, bytes: data.byteLength };
      const ref: ImageRef = alt === undefined ? base : { ...base, alt };
      kept.set(ref.id, { ref, data });
      return ref;
    },
    async read(id) {
      const one = kept.get(id);
      return one ? { mime: one.ref.mime, data: one.data } : null;
    },
    path: (id) => (kept.has(id) ? `/images/${id}` : null),
    ref: (id) => kept.get(id)?.ref ?? null,
    async sweep() {
      const count = kept.size;
      kept.clear();
      return count;
    },
  };
}

export const MODEL: ModelInfo = {
  id: 'test/model',
  provider: 'test',
  label: 'Test model',
  contextWindow: 100_000,
  maxImageEdge: 1_568,
  vision: true,
  efforts: [],
};

/** What a scripted model does with a request. */
export type Script = (request: ModelRequest, count: number) => Partial<ModelResponse> | AsyncIterable<ModelEvent>;

/** A model that follows a script and keeps the requests it got. */
export function scriptedClient(
  script: Script,
  info: Partial<ModelInfo> = {},
): ModelClient & { requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    info: { ...MODEL, ...info },
    requests,
    async *stream(request) {
      requests.push(request);
      const answer = script(request, requests.length);
      if (Symbol.asyncIterator in answer) {
        yield* answer;
        return;
      }
      if (answer.text) yield { type: 'text-delta', text: answer.text };
      yield { type: 'end', response: { text: '', toolCalls: [], usage: {}, model: 'test/model', ...answer } };
    },
  };
}

/** One answer after the other; the last one is repeated. */
export function inOrder(...answers: Partial<ModelResponse>[]): Script {
  return (_, count) => answers[Math.min(count, answers.length) - 1] ?? {};
}

export function call(name: string, input: ToolCall['arguments'] = {}, id = ''): ToolCall {
  return { id, name, arguments: input };
}

const ANY = z.object({ value: z.string().optional().describe('Anything.') });

/** A tool for a test: `run` gets the text of its one field. */
export function testTool(
  name: string,
  run: (value: string, context: ToolContext) => Promise<ToolResult> | ToolResult,
  more: Partial<Omit<Tool<null, typeof ANY>, 'name' | 'run' | 'input'>> = {},
) {
  const tool = defineTool<null>()({
    name,
    category: 'system',
    policy: 'read_only',
    ownerOnly: false,
    description: `The tool ${name}.`,
    input: ANY,
    title: (input) => `${name} ${String(input['value'] ?? '')}`,
    ...more,
    run: async (input, context) => await run(input.value ?? '', context),
  });
  return bindTool(tool, null);
}

export interface World {
  conversations: AgentConversations;
  ports: AgentPorts;
  clock: ManualClock;
  store: ReturnType<typeof memoryStore>;
  traces: ToolTrace[];
  log: ReturnType<typeof keptLog>;
  /** Sends a message into a conversation and gives its turn's end. */
  ask(text: string, conversationId?: string): Promise<TurnReport>;
}

/** A whole agent on plain objects. */
export function createWorld(client: ModelClient, change: Partial<AgentPorts> = {}): World {
  const clock = createManualClock();
  const ids = countingIds();
  const store = memoryStore();
  const traces: ToolTrace[] = [];
  const log = keptLog();
  const encoder: PictureEncoder = {
    encode: async ({ maxEdge }) => ({ data: new Uint8Array([1]), mime: 'image/png', width: maxEdge, height: 10 }),
  };
  const ports: AgentPorts = {
    store,
    images: memoryImages(ids),
    encoder,
    attachments: {
      read: async (path) => ({ path, name: path.slice(1), bytes: 5, text: `content of ${path}`, truncated: false }),
    },
    models: { current: async () => ({ ok: true, client }) },
    registry: createRegistry(),
    clock,
    ids,
    log,
    settings: () => ({
      agentName: 'Fermix',
      maxRetainedScreenshots: 3,
      digestThreshold: 0.85,
      digestEffort: 'medium',
      compaction: true,
      deferral: DEFERRAL_DEFAULTS,
    }),
    promptFacts: () => ({ platform: 'Linux', sandbox: 'standard', workingDirectory: '/work', timeZone: 'UTC' }),
    stopHooks: [],
    trace: (row) => void traces.push(row),
    ...change,
  };
  const conversations = createConversations(ports);
  let sent = 0;
  return {
    conversations,
    ports,
    clock,
    store,
    traces,
    log,
    async ask(text, conversationId = conversations.create().conversationId) {
      sent += 1;
      const input = { conversationId, clientId: `client${sent}`, text, images: [], files: [] };
      return await conversations.finished(await conversations.send(input, OWNER));
    },
  };
}
