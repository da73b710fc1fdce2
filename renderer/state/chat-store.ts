import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ConversationState, Entry } from '../../protocol/conversation/entry.ts';
import type { NumberedEvent } from '../../protocol/conversation/event.ts';
import type { FileRef, ImageRef } from '../../protocol/conversation/message.ts';
import { applyEvent } from '../../protocol/conversation/reduce.ts';
import { type Host, HostFailure, toFailure } from '../ipc/host.ts';
import { createBatch, type Schedule } from './frame-batch.ts';

/** A message on its way to the host; gone once its entry is part of the conversation. */
export interface PendingSend {
  clientId: string;
  conversationId: string | null;
  text: string;
  images: ImageRef[];
  files: FileRef[];
  at: number;
  status: 'sending' | 'failed';
  failure: HostFailure | null;
  entryId: string | null;
}

export interface ChatState {
  /** Null: a new conversation that is created with its first message. */
  id: string | null;
  conversation: ConversationState | null;
  failure: HostFailure | null;
  pending: PendingSend[];
  /** The turn the owner asked to stop; shown at once, settled by the host. */
  stopAsked: string | null;
}

export interface Draft {
  text: string;
  images: ImageRef[];
  files: FileRef[];
}

export interface ChatPorts {
  host: Host;
  schedule: Schedule;
  now(): number;
  newId(): string;
}

export interface ChatStore extends StoreApi<ChatState> {
  open(id: string): Promise<void>;
  blank(): void;
  /** Resolves when the host has stored the message, or has refused it. */
  send(draft: Draft): Promise<void>;
  retry(clientId: string): Promise<void>;
  discard(clientId: string): void;
  stop(): Promise<void>;
  /** Takes a message back that waits for the running turn. */
  unqueue(id: string): Promise<void>;
  receive(event: NumberedEvent): void;
}

/** Snapshots asked for in a row before the owner is told. */
const MAX_RESYNCS = 3;

const BLANK: ChatState = { id: null, conversation: null, failure: null, pending: [], stopAsked: null };

/** The open conversation: snapshot, events in order, messages on their way. */
export function createChatStore(ports: ChatPorts): ChatStore {
  const store = createStore<ChatState>(() => BLANK);
  const { host } = ports;
  let waiting: NumberedEvent[] = [];
  let syncing: string | null = null;
  let resyncs = 0;

  const receive = createBatch<NumberedEvent>(ports.schedule, (batch) => {
    const mine = batch.filter((event) => event.conversationId === store.getState().id);
    if (mine.length > 0) apply(mine);
  });

  function apply(events: NumberedEvent[]): void {
    const { conversation, id } = store.getState();
    if (!conversation || syncing) {
      waiting.push(...events);
      return;
    }
    const { next, missing } = applyAll(conversation, events);
    show(next);
    if (missing && id) {
      waiting = missing;
      resync(id);
    } else {
      resyncs = 0;
    }
  }

  function show(conversation: ConversationState): void {
    store.setState((state) => ({
      conversation,
      pending: settlePending(state.pending, conversation),
      stopAsked: conversation.turn?.turnId === state.stopAsked ? state.stopAsked : null,
    }));
  }

  function resync(id: string): void {
    resyncs += 1;
    if (resyncs > MAX_RESYNCS) {
      store.setState({ failure: new HostFailure('events_lost', 'The conversation could not be brought up to date.') });
      return;
    }
    void load(id);
  }

  async function load(id: string): Promise<void> {
    syncing = id;
    try {
      const snapshot = await host.call('conversation.open', { conversationId: id });
      if (syncing !== id || store.getState().id !== id) return;
      syncing = null;
      const held = waiting;
      waiting = [];
      store.setState({ failure: null });
      show(snapshot);
      if (held.length > 0) apply(held);
    } catch (thrown) {
      if (syncing !== id) return;
      syncing = null;
      store.setState({ failure: toFailure(thrown) });
    }
  }

  function switchTo(id: string | null, conversation: ConversationState | null): void {
    waiting = [];
    syncing = null;
    resyncs = 0;
    store.setState((state) => ({ ...BLANK, id, conversation, pending: state.pending }));
  }

  function patchPending(clientId: string, change: Partial<PendingSend>): void {
    store.setState((state) => ({
      pending: state.pending.map((item) => (item.clientId === clientId ? { ...item, ...change } : item)),
    }));
  }

  async function ensureConversation(clientId: string, known: string | null): Promise<string> {
    if (known) return known;
    const created = await host.call('conversation.create', {});
    patchPending(clientId, { conversationId: created.conversationId });
    // The owner may have opened another conversation while this one was made.
    if (store.getState().id === null) switchTo(created.conversationId, created);
    return created.conversationId;
  }

  async function deliver(item: PendingSend): Promise<void> {
    const { clientId, text, images, files } = item;
    try {
      const conversationId = await ensureConversation(clientId, item.conversationId);
      const entry = await host.call('conversation.send', {
        conversationId,
        clientId,
        text,
        images: images.map((image) => image.id),
        files: files.map((file) => ({ path: file.path })),
      });
      patchPending(clientId, { entryId: entry.id });
      settleAccepted(conversationId, entry);
    } catch (thrown) {
      patchPending(clientId, { status: 'failed', failure: toFailure(thrown) });
    }
  }

  function settleAccepted(conversationId: string, entry: Entry): void {
    const { conversation, id } = store.getState();
    store.setState((state) => ({
      pending:
        conversation && id === conversationId
          ? settlePending(state.pending, conversation)
          : state.pending.filter((item) => item.entryId !== entry.id),
    }));
  }

  return {
    ...store,
    receive,
    async open(id) {
      if (store.getState().id === id && store.getState().conversation && !store.getState().failure) return;
      switchTo(id, null);
      await load(id);
    },
    blank: () => switchTo(null, null),
    async send(draft) {
      const item: PendingSend = {
        ...draft,
        clientId: ports.newId(),
        conversationId: store.getState().id,
        at: ports.now(),
        status: 'sending',
        failure: null,
        entryId: null,
      };
      store.setState((state) => ({ pending: [...state.pending, item] }));
      await deliver(item);
    },
    async retry(clientId) {
      patchPending(clientId, { status: 'sending', failure: null });
      const item = store.getState().pending.find((pending) => pending.clientId === clientId);
      if (item) await deliver(item);
    },
    discard(clientId) {
      store.setState((state) => ({ pending: state.pending.filter((item) => item.clientId !== clientId) }));
    },
    async unqueue(entryId) {
      const { id } = store.getState();
      if (!id) return;
      await host.call('conversation.unqueue', { conversationId: id, id: entryId });
      // One taken back before it was seen in the conversation is on its way no more.
      store.setState((state) => ({ pending: state.pending.filter((item) => item.entryId !== entryId) }));
    },
    async stop() {
      const { id, conversation } = store.getState();
      if (!id || !conversation?.turn) return;
      store.setState({ stopAsked: conversation.turn.turnId });
      try {
        await host.call('conversation.stop', { conversationId: id });
      } catch (thrown) {
        store.setState({ stopAsked: null });
        throw thrown;
      }
    },
  };
}

function applyAll(
  start: ConversationState,
  events: NumberedEvent[],
): { next: ConversationState; missing: NumberedEvent[] | null } {
  let next = start;
  for (const [index, event] of events.entries()) {
    const applied = applyEvent(next, event);
    if (!applied) return { next, missing: events.slice(index) };
    next = applied;
  }
  return { next, missing: null };
}

function settlePending(pending: PendingSend[], conversation: ConversationState): PendingSend[] {
  if (pending.length === 0) return pending;
  const known = new Set(conversation.entries.map((entry) => entry.id));
  return pending.filter((item) => !(item.entryId && known.has(item.entryId)));
}
