import type { SqlRow, SqlValue } from './driver.ts';
import { searchable } from './fold-text.ts';
import type {
  FoundMessage,
  MemoryCategory,
  MemoryRow,
  MemoryScope,
  MemorySource,
  MemoryTrust,
  PromoteTarget,
} from './memory-port.ts';
import { fromRow, searchedText } from './message-rows.ts';

/** Characters of a found entry. */
const LONGEST_FOUND = 2_000;

/** What the index of a row knows. */
export function memoryWords(key: string, value: string): string {
  return searchable(`${key}\n${value}`);
}

export function toMemory(row: SqlRow): MemoryRow {
  const text = (name: string) => String(row[name] ?? '');
  const orNull = (name: string) => (typeof row[name] === 'string' ? text(name) : null);
  const sourceId = orNull('source_id');
  return {
    seq: Number(row['seq']),
    id: text('id'),
    scopeType: text('scope_type') as MemoryScope['scopeType'],
    scopeId: text('scope_id'),
    category: text('category') as MemoryCategory,
    key: text('key'),
    value: text('value'),
    confidence: Number(row['confidence']),
    target: text('promote_target') as PromoteTarget,
    archived: row['archived'] === 1,
    archiveReason: orNull('archive_reason'),
    source:
      sourceId === null
        ? null
        : {
            id: sourceId,
            type: text('source_type'),
            name: text('source_name'),
            description: text('source_description'),
          },
    sessionId: orNull('session_id'),
    runId: orNull('run_id'),
    trust: text('trust') as MemoryTrust,
    createdAt: Number(row['created_at']),
    updatedAt: Number(row['updated_at']),
  };
}

export function toSource(row: SqlRow): MemorySource {
  const when = (value: SqlValue | undefined) => (typeof value === 'number' ? value : null);
  return {
    id: String(row['id']),
    sourceType: String(row['source_type']),
    name: String(row['name']),
    description: String(row['description']),
    status: String(row['status']) as MemorySource['status'],
    lastRunAt: when(row['last_run_at']),
    lastStatus: typeof row['last_status'] === 'string' ? row['last_status'] : null,
    createdAt: Number(row['created_at']),
    updatedAt: Number(row['updated_at']),
  };
}

/** Null for an entry that cannot be read. */
export function toFound(row: SqlRow): FoundMessage | null {
  const message = fromRow(row);
  if (message.kind !== 'user' && message.kind !== 'assistant' && message.kind !== 'tool') return null;
  const text = searchedText(message) ?? '';
  return {
    conversationId: String(row['conversation_id']),
    title: String(row['title'] ?? ''),
    kind: message.kind,
    text: text.length > LONGEST_FOUND ? `${text.slice(0, LONGEST_FOUND)} …` : text,
    outside: outsideOf(message),
  };
}

function outsideOf(message: ReturnType<typeof fromRow>): string {
  if (message.kind === 'user') return message.trust === 'guest' ? 'a guest' : '';
  return message.kind === 'tool' && message.end?.external ? message.name : '';
}

/** ` AND (…)` for the scopes, and the values of its marks; nothing for every scope. */
export function scopeClause(scopes: readonly MemoryScope[] | null): { sql: string; values: SqlValue[] } {
  if (scopes === null) return { sql: '', values: [] };
  if (scopes.length === 0) return { sql: ' AND 0', values: [] };
  const sql = scopes.map(() => '(memories.scope_type = ? AND memories.scope_id = ?)').join(' OR ');
  return { sql: ` AND (${sql})`, values: scopes.flatMap(({ scopeType, scopeId }) => [scopeType, scopeId]) };
}
