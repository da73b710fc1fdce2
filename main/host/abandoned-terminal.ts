import { readProcess } from './process-facts.ts';

/** As the local service names the conversation of a terminal: session leader and its start. */
const TERMINAL_CONVERSATION = /^cli-(\d+)\.(\d+)$/;

/**
 * True when the conversation belongs to a terminal whose session leader has ended: nothing can be called from it again.
 * False for every other conversation, and where the leader was not known.
 */
export function isAbandonedTerminal(conversationId: string): boolean {
  const [, session, startTicks] = TERMINAL_CONVERSATION.exec(conversationId) ?? [];
  if (session === undefined || session === '0' || startTicks === '0') return false;
  return readProcess(Number(session))?.startTicks !== startTicks;
}
