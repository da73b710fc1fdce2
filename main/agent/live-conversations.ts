import type { ConversationState, ConversationSummary } from '../../protocol/conversation/entry.ts';
import type { ConversationEvent, NumberedEvent } from '../../protocol/conversation/event.ts';
import { emptyConversation, reduce } from '../../protocol/conversation/reduce.ts';
import type { AgentPorts } from './agent-ports.ts';
import { closeLeftovers } from './recover.ts';
import type { StoredMessage } from './store-port.ts';
import { pageFromStore } from './stored-entry.ts';

/** States kept in memory besides those in use. */
const KEPT = 24;
/** Rows of one page: what is read of a conversation when it is opened, and of what is older. */
export const PAGE_ROWS = 200;
/** Entries held of a conversation in use; above that the older ones are let go between two turns. */
const MOST_HELD = 600;

/**
 * The ends of conversations in memory: each is a page of the store and the reduction of its numbered events since, the
 * same that a window holds. The number of the last event outlives the state, so that a window never sees a number twice.
 */
export interface LiveConversations {
  /** Null for an unknown id. */
  state(conversationId: string): ConversationState | null;
  /** A conversation that is stored with its first message. */
  draft(): ConversationState;
  emit(conversationId: string, event: ConversationEvent): void;
  /** Stores rows, all or none; throws what the store throws. */
  save(conversationId: string, ...messages: StoredMessage[]): void;
  /** Stores a row at the end, whatever place it had. */
  move(conversationId: string, message: StoredMessage): void;
  /** A conversation for a task of its own; stored at once. */
  begin(parentId: string | null): string;
  rename(conversationId: string, title: string): void;
  summary(conversationId: string): ConversationSummary | null;
  forget(conversationId: string): void;
  loaded(): Iterable<ConversationState>;
  onEvent(listener: (event: NumberedEvent) => void): () => void;
}

interface Live {
  state: ConversationState;
  stored: boolean;
}

export function createLiveConversations(ports: Pick<AgentPorts, 'store' | 'clock' | 'ids' | 'log'>): LiveConversations {
  const { store, clock, ids, log } = ports;
  const live = new Map<string, Live>();
  const numbers = new Map<string, number>();
  const listeners = new Set<(event: NumberedEvent) => void>();

  const find = (conversationId: string): Live | null => {
    const known = live.get(conversationId);
    if (known) {
      live.delete(conversationId);
      live.set(conversationId, known);
      return known;
    }
    const summary = store.summary(conversationId);
    if (!summary) return null;
    const { messages, before } = store.page(conversationId, null, PAGE_ROWS);
    const page = pageFromStore({ messages: closeLeftovers(ports, conversationId, messages), before });
    const usage = store.usage(conversationId);
    const seq = numbers.get(conversationId) ?? 0;
    const state = { ...emptyConversation(conversationId), title: summary.title, usage, ...page, seq };
    return keep(conversationId, { state, stored: true });
  };

  const keep = (conversationId: string, one: Live): Live => {
    live.set(conversationId, one);
    for (const [id, old] of live) {
      if (live.size <= KEPT) break;
      if (id !== conversationId && !isInUse(old.state)) live.delete(id);
    }
    return one;
  };

  const announce = (event: NumberedEvent) => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        log.warn('event_listener_failed', { error: String(error) });
      }
    }
  };

  return {
    state: (conversationId) => find(conversationId)?.state ?? null,
    draft() {
      const id = ids.next('conv');
      return keep(id, { state: emptyConversation(id), stored: false }).state;
    },
    begin(parentId) {
      const id = ids.next('conv');
      store.create(id, clock.now(), { parentId });
      keep(id, { state: emptyConversation(id), stored: true });
      return id;
    },
    emit(conversationId, event) {
      const one = find(conversationId);
      if (!one) return;
      const seq = one.state.seq + 1;
      one.state = { ...reduce(one.state, event), seq };
      if (event.type === 'turn-end') one.state = trimmed(one.state, store);
      numbers.set(conversationId, seq);
      announce({ conversationId, seq, event });
    },
    save(conversationId, ...messages) {
      const one = find(conversationId);
      if (!one) return;
      if (!one.stored) store.create(conversationId, clock.now());
      one.stored = true;
      store.saveAll(conversationId, messages);
    },
    move(conversationId, message) {
      if (find(conversationId)) store.move(conversationId, message);
    },
    rename: (conversationId, title) => store.rename(conversationId, title),
    summary(conversationId) {
      const row = store.summary(conversationId);
      const state = find(conversationId)?.state;
      if (!row || !state) return null;
      return { ...row, title: state.title, running: state.turn !== null, needsYou: needsYou(state) };
    },
    forget(conversationId) {
      live.delete(conversationId);
      numbers.delete(conversationId);
    },
    loaded: () => [...live.values()].map((one) => one.state),
    onEvent(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** A question to the owner is waiting in this conversation. */
export function needsYou(state: ConversationState): boolean {
  return state.entries.some((entry) => entry.kind === 'approval' && entry.status === 'pending');
}

function isInUse(state: ConversationState): boolean {
  return state.turn !== null || state.compacting || needsYou(state) || state.entries.length === 0;
}

/** Lets go of entries that can be read again as a page; cut where a turn begins. */
function trimmed(state: ConversationState, store: Pick<AgentPorts['store'], 'place'>): ConversationState {
  if (state.entries.length <= MOST_HELD) return state;
  const from = state.entries.findIndex(
    (entry, index) => index >= state.entries.length - PAGE_ROWS && entry.kind === 'user' && !entry.steers,
  );
  const first = state.entries[from];
  const before = first ? store.place(state.conversationId, first.kind, first.id) : null;
  if (before === null) return state;
  const entries = state.entries.slice(from);
  const turns = new Set(entries.map((entry) => entry.turnId));
  const totals = Object.fromEntries(Object.entries(state.totals).filter(([turnId]) => turns.has(turnId)));
  return { ...state, entries, totals, before };
}
