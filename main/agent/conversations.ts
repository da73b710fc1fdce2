import type { ConversationState, ConversationSummary, UserEntry } from '../../protocol/conversation/entry.ts';
import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import type { Caller } from '../registry/policy.ts';
import { composeMessage } from './accept-message.ts';
import type { AgentConversations, AgentPorts } from './agent-ports.ts';
import { createApprovalCards } from './approval-cards.ts';
import { createBackground } from './background.ts';
import { createCompactor } from './compaction/compactor.ts';
import { titleFrom } from './conversation-title.ts';
import type { SendInput } from './conversations-port.ts';
import { createLiveConversations, needsYou, PAGE_ROWS } from './live-conversations.ts';
import { recoverAfterCrash } from './recover.ts';
import type { StoredUser } from './store-port.ts';
import { pageFromStore } from './stored-entry.ts';
import { createTurnQueue } from './turn-queue.ts';
import { addNotice } from './turn-scope.ts';
import { userEntry, userTrust } from './user-entry.ts';

type Change = { summary: ConversationSummary } | { removed: string };

/** The conversations of this home. Mends what a crash left before it returns. */
export function createConversations(ports: AgentPorts): AgentConversations {
  const { store, log } = ports;
  const found = recoverAfterCrash(ports);
  if (Object.values(found).some((count) => count > 0)) log.warn('recovered_after_crash', { ...found });

  const live = createLiveConversations(ports);
  const changes = new Set<(change: Change) => void>();
  const removals = new Set<(conversationId: string) => void>();
  const accepting = new Map<string, Promise<UserEntry>>();
  let isClosing = false;

  const announce = (change: Change) => {
    for (const listener of changes) {
      try {
        listener(change);
      } catch (error) {
        log.warn('change_listener_failed', { error: String(error) });
      }
    }
  };
  const changed = (conversationId: string) => {
    const summary = live.summary(conversationId);
    if (summary) announce({ summary });
  };
  const compactor = createCompactor(ports, live);
  const queue = createTurnQueue(ports, live, compactor, changed);

  const known = (conversationId: string): ConversationState => {
    const state = live.state(conversationId);
    if (!state) throw new RemoteError('unknown_conversation', 'This conversation is not there any more.');
    return state;
  };
  const setTitle = (conversationId: string, title: string) => {
    if (store.exists(conversationId)) live.rename(conversationId, title);
    live.emit(conversationId, { type: 'title-change', title });
  };

  /** Stored before it is shown, shown before it runs. */
  const enqueue = (conversationId: string, message: StoredUser, caller: Caller): UserEntry => {
    if (isClosing) throw new RemoteError('closing', 'The app is closing.');
    const status = queue.isBusy(conversationId) ? 'queued' : 'sent';
    const mode = caller.ultra ? { ultra: true as const } : {};
    const user: StoredUser = { ...message, ...mode, status, trust: userTrust(caller) };
    live.save(conversationId, user);
    const entry = userEntry(user);
    live.emit(conversationId, { type: 'user-add', entry });
    if (known(conversationId).title === '') setTitle(conversationId, titleFrom(user.text, fallbackTitle(user)));
    queue.add({ conversationId, user, caller: Object.freeze({ ...caller, conversationId }) });
    changed(conversationId);
    return entry;
  };

  const accept = async (input: SendInput, caller: Caller): Promise<UserEntry> => {
    const { conversationId, clientId } = input;
    const earlier = store.exists(conversationId) ? store.findByClientId(conversationId, clientId) : null;
    if (earlier) return userEntry(earlier);
    const message = await composeMessage(input, ports);
    known(conversationId);
    const turnId = input.when === 'now' ? queue.open(conversationId) : null;
    return turnId === null
      ? enqueue(conversationId, message, caller)
      : steer(conversationId, { ...message, turnId }, caller);
  };

  /** Stored as waiting until the turn takes it, so that a crash in between is told. */
  const steer = (conversationId: string, message: StoredUser, caller: Caller): UserEntry => {
    const user: StoredUser = { ...message, status: 'queued', steers: true, trust: userTrust(caller) };
    live.save(conversationId, user);
    const entry = userEntry(user);
    live.emit(conversationId, { type: 'user-add', entry });
    queue.steer({ conversationId, user, caller: Object.freeze({ ...caller, conversationId }) });
    return entry;
  };

  const background = createBackground(ports, live, {
    accept: (conversationId, message, caller) => enqueue(conversationId, message, caller),
    finished: (turnId) => queue.finished(turnId),
    changed,
  });

  return {
    cards: createApprovalCards(ports, live, { enqueue, changed, removals }),
    list(search) {
      const running = new Set(queue.busy());
      const waiting = new Set([...live.loaded()].filter(needsYou).map((state) => state.conversationId));
      return store.list(search).map((row) => ({ ...row, running: running.has(row.id), needsYou: waiting.has(row.id) }));
    },
    create: () => live.draft(),
    open: known,
    page(conversationId, before) {
      known(conversationId);
      return pageFromStore(store.page(conversationId, before, PAGE_ROWS));
    },
    search: (query, before) => store.search(query, before),
    async remove(conversationId) {
      known(conversationId);
      await queue.stop(conversationId);
      for (const listener of removals) listener(conversationId);
      store.remove(conversationId);
      live.forget(conversationId);
      announce({ removed: conversationId });
    },
    rename(conversationId, title) {
      known(conversationId);
      setTitle(conversationId, title.trim());
      changed(conversationId);
    },
    async send(input, caller) {
      if (isClosing) throw new RemoteError('closing', 'The app is closing.');
      known(input.conversationId);
      const key = `${input.conversationId} ${input.clientId}`;
      const twin = accepting.get(key);
      if (twin) return await twin;
      const accepted = accept(input, caller).finally(() => accepting.delete(key));
      accepting.set(key, accepted);
      return await accepted;
    },
    finished: (entry) => queue.finished(entry.turnId),
    unqueue(conversationId, id) {
      known(conversationId);
      const remove = () => store.removeMessage(conversationId, 'user', id);
      if (!queue.unqueue(conversationId, id, remove)) {
        throw new RemoteError('not_queued', 'This message no longer waits: its turn has begun or is over.');
      }
      changed(conversationId);
    },
    async stop(conversationId, turnId) {
      const { turns, waiting } = await queue.stop(conversationId, turnId);
      return turns > 0 || (turnId !== undefined && waiting > 0);
    },
    async stopAll() {
      const busy = queue.busy();
      const tasks = busy.filter((id) => background.has(id)).length;
      const counts = await Promise.all(busy.map((id) => queue.stop(id)));
      const turns = counts.reduce((sum, one) => sum + one.turns, 0);
      const waiting = counts.reduce((sum, one) => sum + one.waiting, 0);
      return { turns: turns - tasks, waiting, background: tasks };
    },
    async background(input, caller) {
      if (isClosing) throw new RemoteError('closing', 'The app is closing.');
      return await background.start(await composeMessage(input, ports), input.conversationId, caller);
    },
    tasks: (limit) => store.tasks(limit),
    compact: (conversationId) => {
      known(conversationId);
      return queue.chore(conversationId, (signal) => compactor.now(conversationId, signal));
    },
    startSession(conversationId) {
      known(conversationId);
      return queue.chore(conversationId, async () => {
        if (!store.exists(conversationId)) return;
        const divider = {
          kind: 'divider',
          id: ports.ids.next('div'),
          at: ports.clock.now(),
          reason: 'session',
        } as const;
        live.save(conversationId, { ...divider, from: null });
        live.emit(conversationId, { type: 'divider-add', entry: divider });
      });
    },
    isBusy: queue.isBusy,
    note(conversationId, line) {
      known(conversationId);
      const entry = addNotice(ports, live, conversationId, '', line);
      changed(conversationId);
      return entry;
    },
    readToolResult(conversationId, callId) {
      const row = store.find(conversationId, 'tool', callId);
      if (row?.kind !== 'tool' || !row.end) return null;
      return row.end.note ? `${row.end.text}\n\n${row.end.note}` : row.end.text;
    },
    activity() {
      const waiting = [...live.loaded()].filter(needsYou).map((state) => state.conversationId);
      return { running: queue.busy(), needsYou: waiting };
    },
    onEvent: live.onEvent,
    onChange(listener) {
      changes.add(listener);
      return () => void changes.delete(listener);
    },
    async close() {
      isClosing = true;
      await Promise.all(queue.busy().map((id) => queue.stop(id)));
    },
  };
}

function fallbackTitle(user: StoredUser): string {
  return user.files[0]?.name ?? (user.images.length > 0 ? 'Picture' : 'New conversation');
}
