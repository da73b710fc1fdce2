import type { Usage } from '../../../protocol/conversation/message.ts';
import { addUsage } from '../../../protocol/conversation/usage.ts';
import type { Caller } from '../../registry/policy.ts';
import type { StoredMessage } from '../store-port.ts';
import type { TurnScope } from '../turn-scope.ts';

/** What is heard of a worker while it runs. */
export interface WorkerNews {
  step?: number;
  detail?: string;
}

/** A worker's own place: its rows are held in memory and end with it. */
export interface WorkerScope {
  scope: TurnScope;
  find(kind: StoredMessage['kind'], id: string): StoredMessage | null;
  usage(): Usage;
}

/** A turn that is written down nowhere. What it shows becomes a line of its parent's card. */
export function createWorkerScope(
  turn: { sessionId: string; caller: Caller; signal: AbortSignal },
  onNews: (news: WorkerNews) => void,
): WorkerScope {
  const { sessionId, caller, signal } = turn;
  const rows = new Map<string, StoredMessage>();
  let usage: Usage = {};
  const keep = (...messages: StoredMessage[]) => {
    for (const message of messages) rows.set(`${message.kind} ${message.id}`, message);
  };
  return {
    usage: () => usage,
    find: (kind, id) => rows.get(`${kind} ${id}`) ?? null,
    scope: {
      conversationId: sessionId,
      turnId: sessionId,
      caller,
      signal,
      emit(event) {
        if (event.type === 'turn-phase' && event.phase === 'model') onNews({ step: event.step, detail: 'Thinking' });
        if (event.type === 'tool-start') onNews({ detail: event.entry.title });
        if (event.type === 'assistant-start') onNews({ detail: 'Writing' });
        if (event.type === 'usage-add') usage = addUsage(usage, event.usage);
      },
      entries: () => [],
      save: keep,
      move: keep,
      notice({ text, usage: used }) {
        onNews({ detail: text });
        usage = addUsage(usage, used ?? {});
      },
    },
  };
}
