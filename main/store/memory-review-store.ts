import { isJsonObject } from '../../protocol/json.ts';
import type { SqlDatabase, SqlRow, SqlValue } from './driver.ts';
import type { MemoryIdentity } from './memory-port.ts';
import type { ReviewMessage, ReviewRecord, ReviewSelector, ReviewState, ReviewStore } from './memory-review-port.ts';

/** State of reviews in the database. */
export function createReviewStore(db: SqlDatabase, identity: () => MemoryIdentity): ReviewStore {
  const sql = prepareAll(db);
  // What a killed program left open: its claim expires by itself.
  db.exec("UPDATE memory_reviews SET result = 'cut' WHERE result = 'running'");
  const who = (): [string, string] => [identity().agentId, identity().ownerId];
  const key = ({ channel, chatId, thread }: ReviewSelector) => [...who(), channel, chatId, thread] as const;
  return {
    touch(selector, conversationId, at, shared) {
      sql.touch.run(...key(selector), conversationId, shared ? 1 : 0, Math.trunc(at));
    },
    pending: (limit) => sql.pending.all(...who(), limit).map(toState),
    idle: (selector) => sql.idle.run(...key(selector)),
    claim(selector, claimId, now, until) {
      return sql.claim.get(claimId, Math.trunc(until), ...key(selector), Math.trunc(now)) !== undefined;
    },
    messages: (conversationId, after, limit) =>
      sql.messages.all(conversationId, after, limit).flatMap((row) => toMessage(row) ?? []),
    succeed(selector, claimId, now, last, pendingSince) {
      const since = pendingSince === null ? null : Math.trunc(pendingSince);
      return sql.succeed.get(last, Math.trunc(now), since, ...key(selector), claimId) !== undefined;
    },
    fail(selector, claimId, now, code) {
      sql.fail.run(Math.trunc(now), code, ...key(selector), claimId);
    },
    release: (selector, claimId) => sql.release.run(...key(selector), claimId),
    begin: ({ id, conversationId, startedAt }) => sql.begin.run(id, conversationId, Math.trunc(startedAt)),
    end(id, { endedAt, result, changed, model, inputTokens, outputTokens, costUsd }) {
      const at = endedAt === null ? null : Math.trunc(endedAt);
      sql.end.run(at, result, changed, model, inputTokens, outputTokens, costUsd, id);
    },
    records: (limit) => sql.records.all(limit).map(toRecord),
    lastReviewedAt: () => numberOrNull(sql.last.get(...who())?.['at']),
  };
}

function prepareAll(db: SqlDatabase) {
  const one = 'agent_id = ? AND owner_id = ? AND channel = ? AND chat_id = ? AND thread_scope = ?';
  return {
    touch: db.prepare(`INSERT INTO memory_review_state (agent_id, owner_id, channel, chat_id, thread_scope,
        conversation_id, shared, pending_since, last_reviewed_message_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)
      ON CONFLICT (agent_id, owner_id, channel, chat_id, thread_scope) DO UPDATE SET
        shared = max(shared, excluded.shared), pending_since = coalesce(pending_since, excluded.pending_since)`),
    pending: db.prepare(`SELECT * FROM memory_review_state WHERE agent_id = ? AND owner_id = ?
      AND pending_since IS NOT NULL ORDER BY pending_since, seq LIMIT ?`),
    idle: db.prepare(`UPDATE memory_review_state SET pending_since = NULL WHERE ${one}`),
    claim: db.prepare(`UPDATE memory_review_state SET claim_id = ?, claim_until = ? WHERE ${one}
      AND (claim_until IS NULL OR claim_until <= ?) RETURNING seq`),
    messages: db.prepare(`SELECT seq, at, body FROM messages WHERE conversation_id = ? AND seq > ? AND trust = 'owner'
      AND status = 'sent' ORDER BY seq LIMIT ?`),
    succeed: db.prepare(`UPDATE memory_review_state SET last_reviewed_message_id = ?, last_reviewed_at = ?,
        pending_since = ?, last_review_failed_at = NULL, last_failure = NULL, claim_id = NULL, claim_until = NULL
      WHERE ${one} AND claim_id = ? RETURNING seq`),
    fail: db.prepare(`UPDATE memory_review_state SET last_review_failed_at = ?, last_failure = ?, claim_id = NULL,
      claim_until = NULL WHERE ${one} AND claim_id = ?`),
    release: db.prepare(`UPDATE memory_review_state SET claim_id = NULL, claim_until = NULL
      WHERE ${one} AND claim_id = ?`),
    begin: db.prepare(`INSERT INTO memory_reviews (id, conversation_id, started_at, result, changed)
      VALUES (?, ?, ?, 'running', 0)`),
    end: db.prepare(`UPDATE memory_reviews SET ended_at = ?, result = ?, changed = ?, model = ?, input_tokens = ?,
      output_tokens = ?, cost_usd = ? WHERE id = ?`),
    records: db.prepare('SELECT * FROM memory_reviews ORDER BY seq DESC LIMIT ?'),
    last: db.prepare(`SELECT max(last_reviewed_at) AS at FROM memory_review_state WHERE agent_id = ? AND owner_id = ?`),
  };
}

function toState(row: SqlRow): ReviewState {
  return {
    channel: String(row['channel']),
    chatId: String(row['chat_id']),
    thread: String(row['thread_scope']),
    conversationId: String(row['conversation_id']),
    shared: row['shared'] === 1,
    pendingSince: numberOrNull(row['pending_since']),
    lastReviewedMessageId: Number(row['last_reviewed_message_id']),
    lastReviewedAt: numberOrNull(row['last_reviewed_at']),
    lastFailedAt: numberOrNull(row['last_review_failed_at']),
    lastFailure: textOrNull(row['last_failure']),
  };
}

/** Null for a row that cannot be read and for a message that was sent again by the host. */
function toMessage(row: SqlRow): ReviewMessage | null {
  try {
    const body: unknown = JSON.parse(String(row['body']));
    if (!isJsonObject(body) || body['resumed'] === true || typeof body['text'] !== 'string') return null;
    return { seq: Number(row['seq']), at: Number(row['at']), text: body['text'] };
  } catch {
    return null;
  }
}

function toRecord(row: SqlRow): ReviewRecord {
  return {
    id: String(row['id']),
    conversationId: String(row['conversation_id']),
    startedAt: Number(row['started_at']),
    endedAt: numberOrNull(row['ended_at']),
    result: String(row['result']),
    changed: Number(row['changed']),
    model: textOrNull(row['model']),
    inputTokens: numberOrNull(row['input_tokens']),
    outputTokens: numberOrNull(row['output_tokens']),
    costUsd: numberOrNull(row['cost_usd']),
  };
}

const numberOrNull = (value: SqlValue | undefined) => (typeof value === 'number' ? value : null);
const textOrNull = (value: SqlValue | undefined) => (typeof value === 'string' ? value : null);
