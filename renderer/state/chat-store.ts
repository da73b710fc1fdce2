import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ConversationState, Entry } from '../../protocol/conversation/entry.ts';
import type { NumberedEvent } from '../../protocol/conversation/event.ts';
import type { FileRef, ImageRef } from '../../protocol/conversation/message.ts';
import { applyEvent, prependPage } from '../../protocol/conversation/reduce.ts';
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
  when: 'queue' | 'now';
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
  older: 'idle' | 'loading' | 'failed';
  /** The row somebody wants to see, and what to mark in it. */
  sought: Sought | null;
}

/** An entry to be shown; `words` are as they were searched for. */
export interface Sought {
  kind: Entry['kind'];
  id: string;
  words: string;
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
  /** Resolves when the host has stored the message, or has refused it. `now` joins the running turn. */
  send(draft: Draft, when?: 'queue' | 'now'): Promise<void>;
  /** One older page in front of what is shown. */
  loadOlder(): Promise<void>;
  /** Shows one entry of a conversation, reading older pages until it is there. False when it is not found. */
  reveal(conversationId: string, sought: Sought): Promise<boolean>;
  seen(): void;
  retry(clientId: string): Promise<void>;
  discard(clientId: string): void;
  stop(): Promise<void>;
  /** Takes a message back that waits for the running turn. */
  unqueue(id: string): Promise<void>;
  receive(event: NumberedEvent): void;
}

/** Pages read to reach an entry: 40,000 rows. */
const MOST_PAGES = 200;

/** Snapshots asked for in a row before the owner is told. */
const MAX_RESYNCS = 3;

const BLANK: ChatState = {
  id: null,
  conversation: null,
  failure: null,
  pending: [],
  stopAsked: null,
  older: 'idle',
  sought: null,
};

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
    const { clientId, text, images, files, when } = item;
    try {
      const conversationId = await ensureConversation(clientId, item.conversationId);
      const entry = await host.call('conversation.send', {
        conversationId,
        clientId,
        text,
        images: images.map((image) => image.id),
        files: files.map((file) => ({ path: file.path })),
        ...(when === 'now' ? { when } : {}),
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

  async function open(id: string): Promise<void> {
    if (store.getState().id === id && store.getState().conversation && !store.getState().failure) return;
    switchTo(id, null);
    await load(id);
  }

  let readingOlder: Promise<void> | null = null;

  async function readOlder(): Promise<void> {
    const { id, conversation } = store.getState();
    if (!id || !conversation || conversation.before === null) return;
    store.setState({ older: 'loading' });
    try {
      const page = await host.call('conversation.page', { conversationId: id, before: conversation.before });
      const now = store.getState();
      if (now.id !== id || !now.conversation) return;
      store.setState({ conversation: prependPage(now.conversation, page), older: 'idle' });
    } catch {
      if (store.getState().id === id) store.setState({ older: 'failed' });
    }
  }

  function loadOlder(): Promise<void> {
    readingOlder ??= readOlder().finally(() => {
      readingOlder = null;
    });
    return readingOlder;
  }

  return {
    ...store,
    receive,
    open,
    loadOlder,
    async reveal(conversationId, sought) {
      await open(conversationId);
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const { id, conversation, older } = store.getState();
        if (id !== conversationId || !conversation || older === 'failed') return false;
        if (conversation.entries.some((entry) => entry.kind === sought.kind && entry.id === sought.id)) {
          store.setState({ sought });
          return true;
        }
        if (conversation.before === null) return false;
        await loadOlder();
      }
      return false;
    },
    seen: () => store.setState({ sought: null }),
    blank: () => switchTo(null, null),
    async send(draft, when = 'queue') {
      const item: PendingSend = {
        ...draft,
        clientId: ports.newId(),
        conversationId: store.getState().id,
        at: ports.now(),
        when,
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
