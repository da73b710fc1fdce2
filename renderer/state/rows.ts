import type { ConversationState, Entry, ToolEntry, TurnTotal } from '../../protocol/conversation/entry.ts';
import type { PendingSend } from './chat-store.ts';
import { COMPUTER_TOOL } from './drive.ts';

/** One line of the transcript: an entry, several reads folded into one, or a message on its way. */
export type Row =
  | { kind: 'entry'; key: string; entry: Entry }
  | { kind: 'reads'; key: string; entries: ToolEntry[] }
  | { kind: 'pending'; key: string; pending: PendingSend }
  /** What a finished turn has used, below its last row. */
  | { kind: 'total'; key: string; total: TurnTotal; turnId: string; at: number };

/** Tools that only look. Their finished cards say little, so a run of them takes one line. */
const READING_TOOLS: ReadonlySet<string> = new Set([
  'file_read',
  'glob_search',
  'content_search',
  'git_read',
  'tool_help',
]);

/** Entries in the order they are drawn. Queued messages come last: they have not been said yet. */
export function toRows(conversation: ConversationState | null, pending: PendingSend[], id: string | null): Row[] {
  const entries = conversation?.entries ?? [];
  const rows: Row[] = [];
  const lasts = lastOfTurns(conversation);
  for (const entry of entries) {
    if (!isQueued(entry) && !isEmptyAnswer(entry)) addEntry(rows, entry);
    const total = lasts.get(entry);
    const { turnId, at } = entry;
    if (total && turnId) rows.push({ kind: 'total', key: `total:${turnId}`, total, turnId, at });
  }
  for (const entry of entries) if (isQueued(entry)) rows.push(entryRow(entry));
  for (const item of pending) {
    if (item.conversationId === id) rows.push({ kind: 'pending', key: `pending:${item.clientId}`, pending: item });
  }
  return rows;
}

/** The last entry of each finished turn that used anything. */
function lastOfTurns(conversation: ConversationState | null): Map<Entry, TurnTotal> {
  const lasts = new Map<Entry, TurnTotal>();
  if (!conversation) return lasts;
  const done = new Set<string>();
  const { entries, totals, turn } = conversation;
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const entry = entries[index];
    const turnId = entry?.turnId;
    if (!entry || !turnId || done.has(turnId) || turnId === turn?.turnId) continue;
    done.add(turnId);
    const total = totals[turnId];
    if (total && Object.keys(total.usage).length > 0) lasts.set(entry, total);
  }
  return lasts;
}

function addEntry(rows: Row[], entry: Entry): void {
  const last = rows.at(-1);
  if (!isQuietRead(entry) || !last) {
    rows.push(entryRow(entry));
    return;
  }
  if (last.kind === 'reads') {
    last.entries.push(entry);
  } else if (last.kind === 'entry' && isQuietRead(last.entry)) {
    rows[rows.length - 1] = { kind: 'reads', key: `reads:${last.entry.id}`, entries: [last.entry, entry] };
  } else {
    rows.push(entryRow(entry));
  }
}

function entryRow(entry: Entry): Row {
  return { kind: 'entry', key: `${entry.kind}:${entry.id}`, entry };
}

function isQueued(entry: Entry): boolean {
  return entry.kind === 'user' && entry.status === 'queued';
}

/** A model that only called tools leaves an answer without a word: nothing to draw. */
function isEmptyAnswer(entry: Entry): boolean {
  return entry.kind === 'assistant' && entry.status === 'done' && entry.text === '' && entry.reasoning === '';
}

function isQuietRead(entry: Entry): entry is ToolEntry {
  return entry.kind === 'tool' && entry.status === 'done' && entry.outcome === 'performed' && onlyReads(entry);
}

/** Looking at the screen counts as reading; its pictures are shown when the line is opened, the newest in the panel. */
function onlyReads(entry: ToolEntry): boolean {
  if (READING_TOOLS.has(entry.name)) return entry.images.length === 0;
  return entry.name === COMPUTER_TOOL && entry.report?.dispatch === 'read';
}
