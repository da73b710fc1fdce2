import type { ConversationPage, ConversationState, Entry, ToolEntry, TurnTotal, UserEntry } from './entry.ts';
import type { ConversationEvent, NumberedEvent, ToolEndEvent } from './event.ts';
import type { Usage } from './message.ts';
import { addUsage } from './usage.ts';

/** Live output kept per card, in UTF-16 units; older text is dropped from the front. */
export const LIVE_OUTPUT_LIMIT = 65_536;

/** A conversation with nothing in it. */
export function emptyConversation(conversationId: string): ConversationState {
  return {
    conversationId,
    title: '',
    seq: 0,
    entries: [],
    turn: null,
    usage: {},
    totals: {},
    before: null,
    compacting: false,
  };
}

/**
 * Applies one numbered event. Returns the same object for an event already applied, and `null` when an event in
 * between is missing: the caller then asks for a snapshot.
 */
export function applyEvent(state: ConversationState, numbered: NumberedEvent): ConversationState | null {
  if (numbered.seq <= state.seq) return state;
  if (numbered.seq !== state.seq + 1) return null;
  return { ...reduce(state, numbered.event), seq: numbered.seq };
}

/** Pure: state and event in, new state out. Unknown ids leave the state as it is. */
export function reduce(state: ConversationState, event: ConversationEvent): ConversationState {
  switch (event.type) {
    case 'user-add':
      return { ...state, entries: placeUser(state.entries, event.entry) };
    case 'user-remove':
      return { ...state, entries: state.entries.filter((old) => old.kind !== 'user' || old.id !== event.id) };
    case 'assistant-start':
    case 'tool-start':
    case 'approval-start':
    case 'notice-add':
    case 'divider-add':
      return { ...state, entries: upsert(state.entries, event.entry) };
    case 'text-delta':
      return change(state, event.id, 'assistant', (entry) => ({ ...entry, text: entry.text + event.text }));
    case 'reasoning-delta':
      return change(state, event.id, 'assistant', (entry) => ({ ...entry, reasoning: entry.reasoning + event.text }));
    case 'assistant-end':
      return change(state, event.id, 'assistant', (entry) => ({ ...entry, text: event.text, status: event.status }));
    case 'tool-output':
      return change(state, event.id, 'tool', (entry) => ({
        ...entry,
        liveOutput: (entry.liveOutput + event.text).slice(-LIVE_OUTPUT_LIMIT),
      }));
    case 'tool-workers':
      return change(state, event.id, 'tool', (entry) => ({ ...entry, workers: event.workers }));
    case 'tool-waiting':
      return change(state, event.id, 'tool', (entry) => ({ ...entry, status: event.waiting ? 'waiting' : 'running' }));
    case 'tool-end':
      return change(state, event.id, 'tool', (entry) => endTool(entry, event));
    case 'approval-end':
      return change(state, event.id, 'approval', (entry) => ({ ...entry, status: event.status }));
    case 'usage-add':
      return {
        ...state,
        usage: addUsage(state.usage, event.usage),
        totals: event.turnId === '' ? state.totals : addTotal(state.totals, event.turnId, event.usage),
      };
    case 'compaction-start':
      return { ...state, compacting: true };
    case 'compaction-end':
      return { ...state, compacting: false };
    case 'title-change':
      return { ...state, title: event.title };
    default:
      return { ...state, turn: reduceTurn(state.turn, event) };
  }
}

/** One more model call of a turn. */
export function addTotal(
  totals: Record<string, TurnTotal>,
  turnId: string,
  usage: Usage,
  steps = 1,
): Record<string, TurnTotal> {
  const old = totals[turnId] ?? { usage: {}, steps: 0 };
  return { ...totals, [turnId]: { usage: addUsage(old.usage, usage), steps: old.steps + steps } };
}

/** An older page in front of what is held. Entries that are held already stay as they are. */
export function prependPage(state: ConversationState, page: ConversationPage): ConversationState {
  const held = new Set(state.entries.map((entry) => `${entry.kind} ${entry.id}`));
  const older = page.entries.filter((entry) => !held.has(`${entry.kind} ${entry.id}`));
  let { totals } = state;
  for (const [turnId, total] of Object.entries(page.totals)) {
    totals = addTotal(totals, turnId, total.usage, total.steps);
  }
  return { ...state, entries: [...older, ...state.entries], totals, before: page.before };
}

type TurnEvent = Extract<ConversationEvent, { type: 'turn-start' | 'turn-phase' | 'turn-stopping' | 'turn-end' }>;

function reduceTurn(turn: ConversationState['turn'], event: TurnEvent): ConversationState['turn'] {
  if (event.type === 'turn-start') {
    return { turnId: event.turnId, startedAt: event.at, step: 0, phase: 'model', stopping: false };
  }
  if (!turn || turn.turnId !== event.turnId) return turn;
  if (event.type === 'turn-phase') return { ...turn, step: event.step, phase: event.phase };
  if (event.type === 'turn-stopping') return { ...turn, stopping: true };
  return null;
}

function endTool(entry: ToolEntry, event: ToolEndEvent): ToolEntry {
  const { type: _type, id: _id, at, ...rest } = event;
  return { ...entry, ...rest, status: 'done', endedAt: at };
}

/** A message that waited in the queue moves to the end when its own turn begins. */
function placeUser(entries: Entry[], entry: UserEntry): Entry[] {
  const isReleased = entries.some((old) => old.kind === 'user' && old.id === entry.id && old.status === 'queued');
  if (!isReleased || entry.status === 'queued') return upsert(entries, entry);
  return [...entries.filter((old) => old.kind !== 'user' || old.id !== entry.id), entry];
}

function upsert(entries: Entry[], entry: Entry): Entry[] {
  const index = entries.findIndex((old) => old.id === entry.id && old.kind === entry.kind);
  if (index < 0) return [...entries, entry];
  return entries.map((old, place) => (place === index ? entry : old));
}

function change<K extends Entry['kind']>(
  state: ConversationState,
  id: string,
  kind: K,
  update: (entry: Extract<Entry, { kind: K }>) => Entry,
): ConversationState {
  const isMatch = (entry: Entry): entry is Extract<Entry, { kind: K }> => entry.id === id && entry.kind === kind;
  const index = state.entries.findLastIndex(isMatch);
  const found = state.entries[index];
  if (!found || !isMatch(found)) return state;
  const entries = state.entries.slice();
  entries[index] = update(found);
  return { ...state, entries };
}
