import type { ImageRef, ToolCall } from '../../protocol/conversation/message.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { frameExternal } from './frame-external.ts';
import { utf8Length } from './limit-text.ts';
import type { StoredAssistant, StoredMessage, StoredTool, StoredUser } from './store-port.ts';

/**
 * One turn as stored: what was asked and what the model and the tools did about it, in order. A user row among `rows`
 * was said while the turn ran.
 */
export interface TurnRecord {
  user: StoredUser;
  rows: (StoredAssistant | StoredTool | StoredUser)[];
}

/** A message before its pictures are loaded. `current` marks the running turn. */
export type DraftMessage =
  | { role: 'user'; text: string; typed: string; images: ImageRef[]; current: boolean }
  | { role: 'assistant'; text: string; toolCalls: ToolCall[]; providerState?: JsonObject; model: string }
  | {
      role: 'tool';
      callId: string;
      name: string;
      ok: boolean;
      text: string;
      code?: string;
      raw?: string;
      images: ImageRef[];
      current: boolean;
    };

/** Turns in the order they ran. Rows of another kind (notices, cards) are for the window, not for the model. */
export function groupTurns(messages: readonly StoredMessage[]): TurnRecord[] {
  const turns = new Map<string, TurnRecord>();
  for (const message of messages) {
    if (message.kind === 'user' && !message.steers) turns.set(message.turnId, { user: message, rows: [] });
  }
  for (const message of messages) {
    const isSteer = message.kind === 'user' && message.steers && message.status === 'sent';
    if (message.kind === 'assistant' || message.kind === 'tool' || isSteer) {
      turns.get(message.turnId ?? '')?.rows.push(message as TurnRecord['rows'][number]);
    }
  }
  return [...turns.values()];
}

/** Why an earlier turn has no answer; without it the next turn would take the old request up again. */
const UNANSWERED =
  '(This request ended before it was answered. It is kept for context only; do not take it up again unless asked.)';

/**
 * What a model is sent of one turn. Every call is answered exactly once, also after a crash; blank answers are left
 * out; an earlier turn without an answer is closed by a marker.
 */
export function draftTurn(turn: TurnRecord, { current, canRecall }: DraftOptions): DraftMessage[] {
  const drafts: DraftMessage[] = [draftUser(turn.user, current)];
  const tools = new Map(turn.rows.filter((row) => row.kind === 'tool').map((row) => [row.id, row]));
  for (const row of turn.rows) {
    if (row.kind === 'user') drafts.push(draftUser(row, current));
    if (row.kind !== 'assistant') continue;
    if (row.text.trim() === '' && row.toolCalls.length === 0) continue;
    drafts.push(draftAssistant(row));
    for (const call of row.toolCalls) drafts.push(draftResult(call, tools.get(call.id), current, canRecall));
  }
  const last = drafts.at(-1);
  const answered = last?.role === 'assistant' && last.toolCalls.length === 0;
  if (!current && !answered) drafts.push({ role: 'assistant', text: UNANSWERED, toolCalls: [], model: '' });
  return drafts;
}

/** How a turn is written out. */
export interface DraftOptions {
  /** The running turn. */
  current: boolean;
  /** This run may read condensed results again, so their headers say how. */
  canRecall: boolean;
}

function draftUser(user: StoredUser, current: boolean): DraftMessage {
  const parts = [user.text, ...user.files.map((file) => fileText(user, file))];
  if (user.resumed) {
    parts.push('[Sent again by the host: the owner has approved what you asked for. Go on with the request.]');
  }
  const text = parts.filter((part) => part.length > 0).join('\n\n');
  return { role: 'user', text, typed: user.text, images: user.images, current };
}

function fileText(user: StoredUser, file: StoredUser['files'][number]): string {
  const kept = user.fileTexts?.find((one) => one.path === file.path);
  if (!kept) return `[Attached file: ${file.path} (${file.bytes} bytes)]`;
  const cut = kept.truncated ? ', cut: read the rest from the file' : '';
  return `[Attached file: ${file.path} (${file.bytes} bytes${cut})]\n${kept.text}\n[End of ${file.name}]`;
}

function draftAssistant(row: StoredAssistant): DraftMessage {
  const state = row.providerState === undefined ? {} : { providerState: row.providerState };
  const cut = row.status === 'stopped' ? '\n(stopped here)' : '';
  return { role: 'assistant', text: row.text + cut, toolCalls: row.toolCalls, model: row.model, ...state };
}

function draftResult(call: ToolCall, tool: StoredTool | undefined, current: boolean, canRecall: boolean): DraftMessage {
  const base = { role: 'tool', callId: call.id, name: call.name, current } as const;
  const end = tool?.end;
  if (!end) return { ...base, ok: false, text: 'Error (interrupted): the call was never finished.', images: [] };
  const sent = new Set(end.imagesForModel);
  const images = end.images.map((one) => one.image).filter((image) => sent.has(image.id));
  const code = end.code === undefined ? {} : { code: end.code };
  return { ...base, ok: end.ok, text: resultText(call, end, canRecall), ...code, raw: end.text, images };
}

/** The host's words stay outside the frame; only foreign text is inside. */
function resultText(call: ToolCall, end: NonNullable<StoredTool['end']>, canRecall: boolean): string {
  const body = end.digest ?? end.text;
  const isFramed = end.external && body !== '';
  const header = end.digest === undefined ? '' : `${digestHeader(call.id, utf8Length(end.text), canRecall)}\n`;
  const shown = header + (isFramed ? frameExternal(body, call.name, call.id) : body);
  const gap = isFramed || header !== '' ? '\n' : ' ';
  const text = end.ok ? shown || '(no output)' : `Error (${end.code ?? 'failed'}):${gap}${shown}`;
  return end.note ? `${text}\n\n[${end.note}]` : text;
}

function digestHeader(callId: string, bytes: number, canRecall: boolean): string {
  const how = canRecall ? ` tool_result_recall with call_id "${callId}" reads the original.` : '';
  return `[Digest of a result of ${bytes} bytes.${how}]`;
}
