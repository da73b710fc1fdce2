import type { ConversationPage, Entry, ToolEntry, TurnTotal } from '../../protocol/conversation/entry.ts';
import type { ToolEndEvent } from '../../protocol/conversation/event.ts';
import { addTotal } from '../../protocol/conversation/reduce.ts';
import { CARD_LIMIT, wellFormed } from './limit-text.ts';
import type { StoredMessage, StoredPage, StoredTool } from './store-port.ts';
import { userEntry } from './user-entry.ts';

/** The card of a call that has begun. */
export function toolEntry(tool: StoredTool): ToolEntry {
  const { id, turnId, at, name, title, startedAt } = tool;
  return {
    kind: 'tool',
    id,
    turnId,
    at,
    name,
    title,
    arguments: tool.arguments,
    status: 'running',
    liveOutput: '',
    text: '',
    truncated: false,
    images: [],
    startedAt,
  };
}

/** What the window is told when a call has ended. */
export function toolEndEvent(id: string, end: NonNullable<StoredTool['end']>): ToolEndEvent {
  const text = end.note ? `${end.text}\n\n${end.note}` : end.text;
  return {
    type: 'tool-end',
    id,
    at: end.at,
    outcome: end.outcome,
    ...(end.code === undefined ? {} : { code: end.code }),
    text: wellFormed(text.slice(0, CARD_LIMIT)),
    truncated: text.length > CARD_LIMIT,
    images: end.images,
    ...(end.remedy === undefined ? {} : { remedy: end.remedy }),
    ...(end.title === undefined ? {} : { title: end.title }),
    ...(end.report === undefined ? {} : { report: end.report }),
    ...(end.workers === undefined ? {} : { workers: end.workers }),
  };
}

/** A stretch of the conversation as the store has it: what the window would show had it followed every event. */
export function pageFromStore({ messages, before }: StoredPage): ConversationPage {
  const entries = inOrderOfTurns(messages).flatMap((message) => entryOf(message) ?? []);
  let totals: Record<string, TurnTotal> = {};
  for (const message of messages) {
    const isCounted = message.kind === 'assistant' || message.kind === 'notice';
    if (isCounted && message.turnId && message.usage) totals = addTotal(totals, message.turnId, message.usage);
  }
  return { entries, totals, before };
}

function entryOf(message: StoredMessage): Entry | null {
  switch (message.kind) {
    case 'user':
      return userEntry(message);
    case 'assistant': {
      const { toolCalls: _calls, providerState: _state, usage: _usage, promptTokens: _tokens, ...entry } = message;
      return entry.text.trim() === '' && entry.reasoning === '' ? null : entry;
    }
    case 'tool': {
      if (!message.end) return toolEntry(message);
      const { type: _type, id: _id, at, ...end } = toolEndEvent(message.id, message.end);
      return { ...toolEntry(message), ...end, status: 'done', endedAt: at };
    }
    case 'notice': {
      const { usage: _usage, ...entry } = message;
      return entry;
    }
    case 'divider': {
      const { from: _from, usage: _usage, model: _model, ...entry } = message;
      return entry;
    }
    default:
      return message;
  }
}

/**
 * A message that waited in the queue was stored while an earlier turn ran, but belongs where its own turn began: right
 * before the first other row of that turn.
 */
function inOrderOfTurns(messages: readonly StoredMessage[]): StoredMessage[] {
  const waiting = new Map<string, StoredMessage>();
  const ordered: StoredMessage[] = [];
  const hasRows = new Set(messages.filter((one) => one.kind !== 'user').map((one) => one.turnId));
  for (const message of messages) {
    if (message.kind === 'user' && !message.steers) {
      if (message.status === 'sent' && hasRows.has(message.turnId)) waiting.set(message.turnId, message);
      else ordered.push(message);
      continue;
    }
    const user = message.turnId === undefined ? undefined : waiting.get(message.turnId);
    if (user) {
      ordered.push(user);
      waiting.delete(user.turnId ?? '');
    }
    ordered.push(message);
  }
  return [...ordered, ...waiting.values()];
}
