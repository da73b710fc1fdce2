import type { AgentPorts } from './agent-ports.ts';
import type { StoredMessage, StoredNotice, StoredTool } from './store-port.ts';

type Ports = Pick<AgentPorts, 'store' | 'clock' | 'ids'>;

/** Codes of lines that are said in the middle of a turn; every other coded line is about its end. */
const PASSING = new Set(['retry', 'digested', 'cut', 'truncated', 'approval', 'command', 'compacted']);

/** How much of each was left. */
interface Recovered {
  tools: number;
  answers: number;
  messages: number;
  questions: number;
  tasks: number;
}

/** Background tasks looked at: those that can still have been running are among the newest. */
const TASKS = 200;

/** Background tasks end with the app; whoever started one is told. */
function interruptTasks(ports: Ports): number {
  const { store } = ports;
  const open = store.tasks(TASKS).filter((task) => task.state === 'running');
  for (const task of open) {
    store.setTaskState(task.conversationId, 'interrupted');
    if (task.parentId === null || !store.exists(task.parentId)) continue;
    const text = `The background task “${task.title}” ended when the app closed. What it had done is kept in its conversation.`;
    store.save(task.parentId, notice(ports, undefined, 'task_interrupted', text));
  }
  return open.length;
}

/**
 * Mends what a crash left, once at start: calls that began and never ended are ended as `interrupted` and never run
 * again, half an answer is marked as stopped, a message that waited is kept and its owner told.
 */
export function recoverAfterCrash(ports: Ports): Recovered {
  const { store, clock } = ports;
  const found = { tools: 0, answers: 0, messages: 0, questions: 0, tasks: 0 };
  // A question ends with its token, which was in memory alone.
  for (const { conversationId, message } of store.pendingApprovals()) {
    store.save(conversationId, { ...message, status: 'expired' });
    found.questions += 1;
  }
  found.tasks = interruptTasks(ports);
  for (const { conversationId, message } of store.unfinishedTools()) {
    store.save(conversationId, interruptedTool(message, clock.now()));
    found.tools += 1;
  }
  for (const { conversationId, message } of store.unfinishedTurns()) {
    if (message.kind === 'assistant') {
      store.save(conversationId, { ...message, status: 'stopped' });
      found.answers += 1;
      continue;
    }
    store.save(conversationId, { ...message, status: 'sent' });
    store.save(
      conversationId,
      notice(
        ports,
        message.turnId,
        'not_run',
        'This message was waiting when the app closed and was not run. Send it again if it still matters.',
      ),
    );
    found.messages += 1;
  }
  return found;
}

/**
 * What one conversation still shows of a time before this start: a last turn that ended without a word. Given the
 * newest rows; returns them as they are now.
 */
export function closeLeftovers(ports: Ports, conversationId: string, rows: StoredMessage[]): StoredMessage[] {
  const last = rows.findLast((row) => row.kind === 'user' && !row.steers) ?? rows.findLast((row) => row.turnId);
  if (last?.turnId === undefined || isClosed(ports.store.turn(conversationId, last.turnId))) return rows;
  const line = notice(
    ports,
    last.turnId,
    'interrupted',
    'The app closed while this was running. What was done so far is above; it is not taken up again by itself.',
  );
  ports.store.save(conversationId, line);
  return [...rows, line];
}

/** A turn is over when it has an answer without calls, or a line of the host about its end. */
function isClosed(rows: readonly StoredMessage[]): boolean {
  return rows.some((row) => {
    if (row.kind === 'notice') return row.code !== undefined && !PASSING.has(row.code);
    return row.kind === 'assistant' && row.status === 'done' && row.toolCalls.length === 0 && row.text.trim() !== '';
  });
}

function interruptedTool(tool: StoredTool, at: number): StoredTool {
  const text =
    'The app stopped while this call ran, so it is not known how far it came. It was not run again: look at the state of things before repeating it.';
  const end = { at, ok: false, outcome: 'stopped', code: 'interrupted', text, images: [] } as const;
  return { ...tool, end: { ...end, images: [], imagesForModel: [], external: false } };
}

function notice(ports: Ports, turnId: string | undefined, code: string, text: string): StoredNotice {
  const base = { kind: 'notice', id: ports.ids.next('note'), at: ports.clock.now(), tone: 'warn', code, text } as const;
  return turnId === undefined ? base : { ...base, turnId };
}
