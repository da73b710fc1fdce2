import { frameExternal } from '../frame-external.ts';
import type { TurnRecord } from '../history.ts';
import { cutBytes } from '../limit-text.ts';
import type { StoredTool } from '../store-port.ts';

/** Bytes of one tool result and of one message that a summary is made from. */
const RESULT_BYTES = 2_000;
const MESSAGE_BYTES = 16_000;

/** One turn as text, for a model that summarises it. What came from outside stays marked as data. */
export function turnText(turn: TurnRecord): string {
  const lines = [said('Owner', turn.user.text), ...turn.user.files.map((file) => `[attached: ${file.path}]`)];
  for (const row of turn.rows) {
    if (row.kind === 'tool') lines.push(toolText(row));
    else if (row.text.trim() !== '') lines.push(said(row.kind === 'user' ? 'Owner' : 'Agent', row.text));
  }
  return lines.filter((line) => line !== '').join('\n');
}

function said(who: string, text: string): string {
  return text.trim() === '' ? '' : `${who}: ${cutBytes(text, MESSAGE_BYTES, ' … [cut]')}`;
}

function toolText(row: StoredTool): string {
  const { end } = row;
  if (!end) return `Tool ${row.name} (${row.title}): not finished`;
  const text = cutBytes(end.digest ?? end.text, RESULT_BYTES, ' … [cut]');
  const body = end.external ? frameExternal(text, row.name, row.id) : text;
  return `Tool ${row.name} (${row.title}), ${end.ok ? 'done' : `failed: ${end.code ?? 'failed'}`}:\n${body}`;
}
