import type { ConversationState, ConversationSummary } from '../../protocol/conversation/entry.ts';
import type { ConversationEvent, NumberedEvent } from '../../protocol/conversation/event.ts';
import { emptyConversation, reduce } from '../../protocol/conversation/reduce.ts';
import type { AgentPorts } from './agent-ports.ts';
import { closeLeftovers } from './recover.ts';
import type { StoredMessage } from './store-port.ts';
import { stateFromStore } from './stored-entry.ts';

/** States kept in memory besides those in use. */
const KEPT = 24;

/**
 * The conversations in memory: each is the reduction of its numbered events, the same that a window holds. The number
 * of the last event outlives the state, so that a window never sees a number twice.
 */
export interface LiveConversations {
  /** Null for an unknown id. */
  state(conversationId: string): ConversationState | null;
  /** A conversation that is stored with its first message. */
  draft(): ConversationState;
  emit(conversationId: string, event: ConversationEvent): void;
  /** Stores rows, all or none; throws what the store throws. */
  save(conversationId: string, ...messages: StoredMessage[]): void;
  rename(conversationId: string, title: string): void;
  summary(conversationId: string): ConversationSummary | null;
  forget(conversationId: string): void;
  loaded(): Iterable<ConversationState>;
  onEvent(listener: (event: NumberedEvent) => void): () => void;
}

interface Live {
  state: ConversationState;
  stored: boolean;
  updatedAt: number;
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
    if (!store.exists(conversationId)) return null;
    const messages = closeLeftovers(ports, conversationId, store.load(conversationId));
    const state = stateFromStore(conversationId, store.title(conversationId), messages);
    const seq = numbers.get(conversationId) ?? 0;
    const updatedAt = messages.at(-1)?.at ?? clock.now();
    return keep(conversationId, { state: { ...state, seq }, stored: true, updatedAt });
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
      return keep(id, { state: emptyConversation(id), stored: false, updatedAt: clock.now() }).state;
    },
    emit(conversationId, event) {
      const one = find(conversationId);
      if (!one) return;
      const seq = one.state.seq + 1;
      one.state = { ...reduce(one.state, event), seq };
      numbers.set(conversationId, seq);
      announce({ conversationId, seq, event });
    },
    save(conversationId, ...messages) {
      const one = find(conversationId);
      if (!one) return;
      if (!one.stored) store.create(conversationId, clock.now());
      one.stored = true;
      store.saveAll(conversationId, messages);
      one.updatedAt = clock.now();
    },
    rename: (conversationId, title) => store.rename(conversationId, title),
    summary(conversationId) {
      const one = find(conversationId);
      return one?.stored ? summarise(one) : null;
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
  return state.turn !== null || needsYou(state) || state.entries.length === 0;
}

function summarise({ state, updatedAt }: Live): ConversationSummary {
  const said = state.entries.filter(
    (entry) => entry.kind === 'user' || (entry.kind === 'assistant' && entry.text.trim() !== ''),
  );
  return {
    id: state.conversationId,
    title: state.title,
    updatedAt,
    messageCount: said.length,
    running: state.turn !== null,
    needsYou: needsYou(state),
  };
}
