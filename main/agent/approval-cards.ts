import type { UserEntry } from '../../protocol/conversation/entry.ts';
import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import type { Caller } from '../registry/policy.ts';
import type { AgentPorts, ApprovalCards } from './agent-ports.ts';
import type { LiveConversations } from './live-conversations.ts';
import type { StoredUser } from './store-port.ts';
import { addNotice } from './turn-scope.ts';

/** What cards need of the conversations service. */
interface Doors {
  enqueue(conversationId: string, message: StoredUser, caller: Caller): UserEntry;
  changed(conversationId: string): void;
  removals: Set<(conversationId: string) => void>;
}

export function createApprovalCards(ports: AgentPorts, live: LiveConversations, doors: Doors): ApprovalCards {
  return {
    show(conversationId, entry) {
      if (!live.state(conversationId)) {
        throw new RemoteError('unknown_conversation', 'There is no conversation to ask in.');
      }
      live.save(conversationId, entry);
      live.emit(conversationId, { type: 'approval-start', entry });
      doors.changed(conversationId);
    },
    end(conversationId, id, status) {
      const entry = live.state(conversationId)?.entries.find((one) => one.kind === 'approval' && one.id === id);
      if (entry?.kind !== 'approval') return;
      saveOrLog(ports, () => live.save(conversationId, { ...entry, status }));
      live.emit(conversationId, { type: 'approval-end', id, status });
      doors.changed(conversationId);
    },
    tell(conversationId, turnId, tone, text, code = 'approval') {
      if (live.state(conversationId)) addNotice(ports, live, conversationId, turnId, { tone, code, text });
    },
    resume(turnId, caller) {
      const { conversationId } = caller;
      if (!live.state(conversationId) || !ports.store.exists(conversationId)) return false;
      const rows = ports.store.turn(conversationId, turnId);
      const user = rows.find((row) => row.kind === 'user' && !row.steers);
      const isStopped = rows.some((row) => row.kind === 'notice' && row.code === 'stopped');
      if (user?.kind !== 'user' || isStopped) return false;
      doors.enqueue(conversationId, asResumed(user, ports), caller);
      return true;
    },
    onRemoved(listener) {
      doors.removals.add(listener);
      return () => void doors.removals.delete(listener);
    },
  };
}

function asResumed(user: StoredUser, { ids, clock }: AgentPorts): StoredUser {
  const id = ids.next('msg');
  return { ...user, id, turnId: ids.next('turn'), at: clock.now(), clientId: `resumed:${id}`, resumed: true };
}

function saveOrLog(ports: Pick<AgentPorts, 'log'>, save: () => void): void {
  try {
    save();
  } catch (error) {
    ports.log.error('card_not_stored', { error: String(error) });
  }
}
