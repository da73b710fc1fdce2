import type { Clock, Ids } from '../agent/ports.ts';
import { type SqlDatabase, type SqlRow, transact } from './driver.ts';
import type { MemoryIdentity, MemoryRow, MemoryStore } from './memory-port.ts';
import { memoryWords, scopeClause, toFound, toMemory, toSource } from './memory-rows.ts';
import { MESSAGE_COLUMNS, MESSAGE_TABLES } from './message-rows.ts';
import { StoreError } from './store-error.ts';

export interface MemoryStoreParts {
  db: SqlDatabase;
  clock: Clock;
  ids: Ids;
  /** Whose rows; asked at each call, since the settings may change. */
  identity(): MemoryIdentity;
}

const BEST_FIRST = 'ORDER BY rank, at DESC, seq DESC LIMIT ?';
const NEWEST_FIRST = 'ORDER BY updated_at DESC, seq DESC';

/** Remembered rows in the database. */
export function createMemoryStore({ db, clock, ids, identity }: MemoryStoreParts): MemoryStore {
  const sql = prepareAll(db);
  const who = (): [string, string] => [identity().agentId, identity().ownerId];
  const now = () => Math.trunc(clock.now());
  const get = (id: string): MemoryRow | null => toMemoryOrNull(sql.get.get(...who(), id));
  const known = (id: string): MemoryRow => {
    const row = get(id);
    if (!row) throw new StoreError('store_failed', 'This memory does not exist any more.');
    return row;
  };

  return {
    put(input) {
      const { scopeType, scopeId, key, value, source } = input;
      const at = now();
      const row = sql.put.get(
        ...[ids.next('mem'), ...who(), scopeType, scopeId, input.category, key, value, memoryWords(key, value)],
        ...[input.confidence, input.target, source?.id ?? null, source?.type ?? null, source?.name ?? null],
        ...[source?.description ?? null, input.sessionId, input.runId, input.trust, at, at],
      );
      return toMemory(row ?? {});
    },
    get,
    byKey: ({ scopeType, scopeId }, key) => toMemoryOrNull(sql.byKey.get(...who(), scopeType, scopeId, key)),
    promotedByKey: (key) => sql.promotedByKey.all(...who(), key).map(toMemory),
    list(scopes, { archived, limit }) {
      const { sql: where, values } = scopeClause(scopes);
      const text = `SELECT * FROM memories WHERE ${OWN} AND archived <= ?${where} ${NEWEST_FIRST} LIMIT ?`;
      return db
        .prepare(text)
        .all(...who(), archived ? 1 : 0, ...values, limit)
        .map(toMemory);
    },
    promoted: (target) => sql.promoted.all(...who(), target).map(toMemory),
    search(match, scopes, limit, archived = false) {
      const { sql: where, values } = scopeClause(scopes);
      const text = `SELECT memories.*, memories_fts.rank AS rank, memories.updated_at AS at FROM memories_fts
        JOIN memories ON memories.seq = memories_fts.rowid
        WHERE memories_fts MATCH ? AND ${OWN} AND archived <= ?${where} ORDER BY memories_fts.rank, at DESC,
        memories.seq DESC LIMIT ?`;
      const found = db.prepare(text).all(match, ...who(), archived ? 1 : 0, ...values, limit);
      return found.map((row) => ({ row: toMemory(row), ...placeOf(row) }));
    },
    searchMessages(match, conversationId, limit) {
      const found =
        conversationId === null ? sql.messages.all(match, limit) : sql.ownMessages.all(match, conversationId, limit);
      return found.flatMap((place) => {
        const row = sql.message.get(Number(place['seq']));
        const message = row ? toFound(row) : null;
        return message ? [{ message, ...placeOf(place) }] : [];
      });
    },
    change(id, change) {
      const { key, value, category, target, trust } = { ...known(id), ...change };
      sql.change.run(key, value, memoryWords(key, value), category, target, trust, now(), ...who(), id);
      return known(id);
    },
    archive(id, reason) {
      known(id);
      sql.archive.run(reason === null ? 0 : 1, reason, now(), ...who(), id);
    },
    remove: (id) => sql.remove.run(...who(), id),
    hasOutsideText: (conversationId) => sql.outside.get(conversationId) !== undefined,
    putSource({ id, sourceType, name, description, status, lastRunAt, lastStatus, createdAt, updatedAt }) {
      sql.putSource.run(id, sourceType, name, description, status, lastRunAt, lastStatus, createdAt, updatedAt);
    },
    sources: ({ status, sourceType }) =>
      sql.sources.all(status ?? null, status ?? null, sourceType ?? null, sourceType ?? null).map(toSource),
    digest(name) {
      const digest = sql.digest.get(...who(), name)?.['digest'];
      return typeof digest === 'string' ? digest : null;
    },
    setDigest: (name, digest) => sql.setDigest.run(...who(), name, digest),
    atomically: (work) => transact(db, work),
    checkIndex() {
      try {
        db.exec("INSERT INTO memories_fts (memories_fts, rank) VALUES ('integrity-check', 1)");
        return true;
      } catch {
        db.exec("INSERT INTO memories_fts (memories_fts) VALUES ('rebuild')");
        return false;
      }
    },
  };
}

const OWN = 'memories.agent_id = ? AND memories.owner_id = ?';

function prepareAll(db: SqlDatabase) {
  const hits = (where: string) => `SELECT message_words.rowid AS seq, message_words.rank AS rank, messages.at AS at
    FROM message_words JOIN messages ON messages.seq = message_words.rowid
    WHERE message_words MATCH ?${where} ${BEST_FIRST}`;
  return {
    put: db.prepare(`INSERT INTO memories (id, agent_id, owner_id, scope_type, scope_id, category, key, value, words,
        confidence, promote_target, source_id, source_type, source_name, source_description, session_id, run_id, trust,
        created_at, updated_at, archived)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
      ON CONFLICT (agent_id, owner_id, scope_type, scope_id, key) DO UPDATE SET category = excluded.category,
        value = excluded.value, words = excluded.words, confidence = excluded.confidence,
        promote_target = excluded.promote_target, source_id = excluded.source_id, source_type = excluded.source_type,
        source_name = excluded.source_name, source_description = excluded.source_description,
        session_id = excluded.session_id, run_id = excluded.run_id, trust = excluded.trust,
        updated_at = excluded.updated_at, archived = 0, archive_reason = NULL
      RETURNING *`),
    get: db.prepare(`SELECT * FROM memories WHERE ${OWN} AND id = ?`),
    byKey: db.prepare(`SELECT * FROM memories WHERE ${OWN} AND scope_type = ? AND scope_id = ? AND key = ?
      AND archived = 0`),
    promotedByKey: db.prepare(`SELECT * FROM memories WHERE ${OWN} AND key = ? AND archived = 0
      AND promote_target <> 'none' ${NEWEST_FIRST}`),
    promoted: db.prepare(`SELECT * FROM memories WHERE ${OWN} AND promote_target = ? AND archived = 0
      AND trust = 'owner' ${NEWEST_FIRST}`),
    change: db.prepare(`UPDATE memories SET key = ?, value = ?, words = ?, category = ?, promote_target = ?, trust = ?,
      updated_at = ? WHERE ${OWN} AND id = ?`),
    archive: db.prepare(`UPDATE memories SET archived = ?, archive_reason = ?, updated_at = ? WHERE ${OWN} AND id = ?`),
    remove: db.prepare(`DELETE FROM memories WHERE ${OWN} AND id = ?`),
    messages: db.prepare(hits('')),
    ownMessages: db.prepare(hits(' AND messages.conversation_id = ?')),
    message: db.prepare(`SELECT ${MESSAGE_COLUMNS}, conversations.title FROM ${MESSAGE_TABLES}
      JOIN conversations ON conversations.id = messages.conversation_id WHERE messages.seq = ?`),
    outside: db.prepare(`SELECT 1 AS found FROM messages WHERE conversation_id = ? AND (trust = 'guest' OR
      (kind = 'tool' AND json_extract(body, '$.end.external') = 1)) LIMIT 1`),
    putSource: db.prepare(`INSERT INTO memory_sources (id, source_type, name, description, status, last_run_at,
        last_status, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET source_type = excluded.source_type, name = excluded.name,
        description = excluded.description, status = excluded.status, last_run_at = excluded.last_run_at,
        last_status = excluded.last_status, updated_at = excluded.updated_at`),
    sources: db.prepare(`SELECT * FROM memory_sources WHERE (? IS NULL OR status = ?) AND
      (? IS NULL OR source_type = ?) ORDER BY updated_at DESC, seq DESC`),
    digest: db.prepare('SELECT digest FROM memory_profiles WHERE agent_id = ? AND owner_id = ? AND name = ?'),
    setDigest: db.prepare(`INSERT INTO memory_profiles (agent_id, owner_id, name, digest) VALUES (?, ?, ?, ?)
      ON CONFLICT (agent_id, owner_id, name) DO UPDATE SET digest = excluded.digest`),
  };
}

function toMemoryOrNull(row: SqlRow | undefined): MemoryRow | null {
  return row ? toMemory(row) : null;
}

function placeOf(row: SqlRow): { rank: number; at: number; seq: number } {
  return { rank: Number(row['rank']), at: Number(row['at']), seq: Number(row['seq']) };
}
