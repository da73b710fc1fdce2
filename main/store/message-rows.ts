import { isJsonObject, type JsonObject } from '../../protocol/json.ts';
import type { StoredAssistant, StoredMessage, StoredNotice, StoredTool } from '../agent/store-port.ts';
import type { SqlRow } from './driver.ts';

/** What goes into the row of `messages`; arguments and results of tools have tables of their own. */
export interface MessageRow {
  kind: string;
  id: string;
  turnId: string | null;
  at: number;
  status: string | null;
  clientId: string | null;
  /** Whose words a user message is; null for everything else. */
  trust: string | null;
  /** True for what the list counts: what the user said, and answers with text. */
  counted: boolean;
  body: string;
  /** What the list's search finds; null for kinds that are not searched. */
  searchText: string | null;
  /** What the history search finds: also the calls of tools. */
  words: string | null;
  images: string[];
}

/** A stored entry as a row. */
export function toRow(message: StoredMessage): MessageRow {
  return {
    kind: message.kind,
    id: message.id,
    turnId: message.turnId ?? null,
    at: Math.trunc(message.at),
    status: message.kind === 'tool' ? (message.end ? 'done' : 'running') : statusOf(message),
    clientId: message.kind === 'user' ? message.clientId : null,
    trust: message.kind === 'user' ? (message.trust ?? null) : null,
    counted: message.kind === 'user' || (message.kind === 'assistant' && message.text.trim() !== ''),
    body: JSON.stringify(message.kind === 'tool' ? toolBody(message) : message),
    searchText: message.kind === 'user' || message.kind === 'assistant' ? message.text : null,
    words: searchedText(message),
    images: imagesOf(message),
  };
}

function statusOf(message: Exclude<StoredMessage, StoredTool>): string | null {
  return message.kind === 'notice' || message.kind === 'divider' ? null : message.status;
}

function toolBody(tool: StoredTool): Omit<StoredTool, 'arguments' | 'end'> & { end?: object } {
  const { arguments: _arguments, end, ...rest } = tool;
  if (!end) return rest;
  const { text: _text, ...endRest } = end;
  return { ...rest, end: endRest };
}

/** Characters of one entry that the history search knows. */
const LONGEST_SEARCHED = 16_384;

/** What the history search finds of an entry, and shows of it. */
export function searchedText(message: StoredMessage): string | null {
  if (message.kind === 'user' || message.kind === 'assistant') return message.text.slice(0, LONGEST_SEARCHED);
  if (message.kind !== 'tool') return null;
  const title = message.end?.title ?? message.title;
  return `${title}\n${message.end?.text.slice(0, LONGEST_SEARCHED / 2) ?? ''}`;
}

function imagesOf(message: StoredMessage): string[] {
  if (message.kind === 'user') return message.images.map((image) => image.id);
  if (message.kind === 'tool') return (message.end?.images ?? []).map((picture) => picture.image.id);
  return [];
}

/** Columns needed by `fromRow`. */
export const MESSAGE_COLUMNS = `messages.seq, messages.conversation_id, messages.kind, messages.id, messages.at,
  messages.body, tool_calls.arguments, tool_results.text AS result_text`;

/** The tables of MESSAGE_COLUMNS. */
export const MESSAGE_TABLES = `messages
  LEFT JOIN tool_calls ON tool_calls.message_seq = messages.seq
  LEFT JOIN tool_results ON tool_results.message_seq = messages.seq`;

/** Back from the row. A row that cannot be read becomes a notice in its place: the rest of the conversation opens. */
export function fromRow(row: SqlRow): StoredMessage {
  try {
    const body: unknown = JSON.parse(String(row['body']));
    if (!isJsonObject(body) || body['kind'] !== row['kind'] || body['id'] !== row['id']) return damaged(row);
    if (row['kind'] === 'tool') return toolFromRow(row, body);
    return body as unknown as StoredMessage;
  } catch {
    return damaged(row);
  }
}

function toolFromRow(row: SqlRow, body: JsonObject): StoredMessage {
  const call = { ...body, arguments: JSON.parse(String(row['arguments'])) as JsonObject } as unknown as StoredTool;
  if (!call.end) return call;
  return { ...call, end: { ...call.end, text: String(row['result_text'] ?? '') } };
}

function damaged(row: SqlRow): StoredNotice {
  return {
    kind: 'notice',
    id: `damaged_${row['seq']}`,
    at: typeof row['at'] === 'number' ? row['at'] : 0,
    tone: 'warn',
    code: 'entry_damaged',
    text: 'One entry of this conversation is damaged and cannot be shown.',
  };
}

/** Numbers of a usage in the order of the table's columns; a number the provider did not give stays null. */
export function usageValues(usage: NonNullable<StoredAssistant['usage']>): (number | null)[] {
  return [
    usage.inputTokens ?? null,
    usage.outputTokens ?? null,
    usage.cacheReadTokens ?? null,
    usage.cacheWriteTokens ?? null,
    usage.reasoningTokens ?? null,
    usage.totalTokens ?? null,
    usage.costUsd ?? null,
  ];
}
