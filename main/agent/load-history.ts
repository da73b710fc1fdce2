import { groupTurns, type TurnRecord } from './history.ts';
import type { ConversationStore, StoredMessage } from './store-port.ts';

/** What a model is sent of a conversation besides the running turn. */
export interface ModelHistory {
  /** Stands for everything before the turns; null when nothing was left out, or on purpose. */
  summary: string | null;
  /** In the order they ran. */
  turns: TurnRecord[];
  /** Prompt tokens that the newest turn has reached since the divider; null while nothing was counted. */
  peak: number | null;
}

/** Everything since the newest divider, and what that divider keeps. */
export function loadHistory(store: Pick<ConversationStore, 'history'>, conversationId: string): ModelHistory {
  const { divider, kept, since } = store.history(conversationId);
  const turns = groupTurns([...kept.map(uncounted), ...since]);
  return { summary: divider?.summary ?? null, turns, peak: peakOf(since) };
}

/** What was counted before a summary was made says nothing about requests after it. */
function uncounted(message: StoredMessage): StoredMessage {
  if (message.kind !== 'assistant') return message;
  const { promptTokens: _, ...rest } = message;
  return rest;
}

function peakOf(messages: readonly StoredMessage[]): number | null {
  const last = messages.findLast((row) => row.kind === 'assistant' && row.promptTokens !== undefined);
  const counts = messages.flatMap((row) =>
    row.kind === 'assistant' && row.turnId === last?.turnId ? (row.promptTokens ?? []) : [],
  );
  return counts.length === 0 ? null : Math.max(...counts);
}

/** The summary as messages: marked as context, and answered, so that every provider finds the turns in order. */
export function summaryMessages(summary: string) {
  const text = `[Summary of the conversation so far, made by the host when it had grown too long. It is context, not a request.]\n${summary}`;
  return [
    { role: 'user' as const, text, typed: '', images: [], current: false },
    { role: 'assistant' as const, text: 'I go on from this summary.', toolCalls: [], model: '' },
  ];
}
