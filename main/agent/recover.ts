import type { AgentPorts } from './agent-ports.ts';
import { groupTurns } from './history.ts';
import type { StoredMessage, StoredNotice, StoredTool } from './store-port.ts';

type Ports = Pick<AgentPorts, 'store' | 'clock' | 'ids'>;

/** Codes of lines that are said in the middle of a turn; every other coded line is about its end. */
const PASSING = new Set(['retry', 'digested', 'cut', 'truncated', 'approval']);

/**
 * Mends what a crash left, once at start: calls that began and never ended are ended as `interrupted` and never run
 * again, half an answer is marked as stopped, a message that waited is kept and its owner told.
 */
export function recoverAfterCrash(ports: Ports): { tools: number; answers: number; messages: number } {
  const { store, clock } = ports;
  const found = { tools: 0, answers: 0, messages: 0 };
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
 * What one conversation still shows of a time before this start: questions whose tokens are gone with the memory they
 * were in, and a last turn that ended without a word. Returns the rows as they are now.
 */
export function closeLeftovers(ports: Ports, conversationId: string, messages: StoredMessage[]): StoredMessage[] {
  const rows = messages.map((message) => {
    if (message.kind !== 'approval' || message.status !== 'pending') return message;
    const expired: StoredMessage = { ...message, status: 'expired' };
    ports.store.save(conversationId, expired);
    return expired;
  });
  const last = groupTurns(rows).at(-1);
  if (!last || isClosed(rows, last.user.turnId)) return rows;
  const line = notice(
    ports,
    last.user.turnId,
    'interrupted',
    'The app closed while this was running. What was done so far is above; it is not taken up again by itself.',
  );
  ports.store.save(conversationId, line);
  return [...rows, line];
}

/** A turn is over when it has an answer without calls, or a line of the host about its end. */
function isClosed(rows: readonly StoredMessage[], turnId: string): boolean {
  return rows.some((row) => {
    if (row.turnId !== turnId) return false;
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

function notice(ports: Ports, turnId: string, code: string, text: string): StoredNotice {
  return { kind: 'notice', id: ports.ids.next('note'), turnId, at: ports.clock.now(), tone: 'warn', code, text };
}
