import type { UserEntry } from '../../protocol/conversation/entry.ts';
import type { Caller } from '../registry/policy.ts';
import type { AgentPorts } from './agent-ports.ts';
import { titleFrom } from './conversation-title.ts';
import type { TurnReport } from './conversations-port.ts';
import type { LiveConversations } from './live-conversations.ts';
import type { StoredUser } from './store-port.ts';
import { addNotice } from './turn-scope.ts';

/** What background tasks need of the conversations service. */
interface Doors {
  accept(conversationId: string, message: StoredUser, caller: Caller): UserEntry;
  finished(turnId: string): Promise<TurnReport>;
  changed(conversationId: string): void;
}

/** Tasks that run beside the conversations. */
export interface Background {
  /** True while the task of this conversation runs. */
  has(conversationId: string): boolean;
  /** Stores the task and starts it; `parentId` is the conversation it was asked in, unknown to the store or not. */
  start(message: StoredUser, parentId: string, caller: Caller): Promise<{ conversationId: string; title: string }>;
}

export function createBackground(ports: AgentPorts, live: LiveConversations, doors: Doors): Background {
  const { store, log } = ports;
  const running = new Set<string>();

  const end = (conversationId: string, parentId: string | null, report: TurnReport) => {
    running.delete(conversationId);
    if (!store.exists(conversationId)) return;
    store.setTaskState(conversationId, report.result);
    doors.changed(conversationId);
    if (parentId === null || !store.exists(parentId)) return;
    const remedy = { label: 'Open the task', page: `chat/${conversationId}` };
    addNotice(ports, live, parentId, '', {
      tone: report.result === 'completed' ? 'info' : 'warn',
      code: 'task_ended',
      text: `The background task “${store.title(conversationId)}” ${ENDS[report.result]}.${words(report)}`,
      remedy,
    });
    doors.changed(parentId);
  };

  return {
    has: (conversationId) => running.has(conversationId),
    async start(message, from, caller) {
      const parentId = store.exists(from) ? from : null;
      const conversationId = live.begin(parentId);
      const title = titleFrom(message.text, 'Background task');
      running.add(conversationId);
      try {
        doors.accept(conversationId, message, unattended(caller));
      } catch (error) {
        running.delete(conversationId);
        live.forget(conversationId);
        store.remove(conversationId);
        throw error;
      }
      doors
        .finished(message.turnId)
        .then((report) => end(conversationId, parentId, report))
        .catch((error: unknown) => log.error('task_end_not_told', { conversationId, error: String(error) }));
      return { conversationId, title };
    },
  };
}

const ENDS: Record<TurnReport['result'], string> = {
  completed: 'is done',
  failed: 'failed',
  stopped: 'was stopped',
};

/** The first words of what came of it; the whole is in the task's own conversation. */
function words({ failure, text }: TurnReport): string {
  const line = (failure?.message ?? text).replaceAll(/\s+/g, ' ').trim();
  if (line === '') return '';
  const letters = [...line];
  return letters.length > 300 ? ` ${letters.slice(0, 299).join('')}…` : ` ${line}`;
}

/** Nobody attends a task: it can ask nothing and cannot use the screen. */
function unattended(caller: Caller): Caller {
  return { ...caller, origin: 'unattended', replyPort: false, approvalPort: false };
}
