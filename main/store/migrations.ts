import { type SqlDatabase, transact } from './driver.ts';
import { indexOldMessages } from './index-old-messages.ts';
import { MEMORY_SCHEMA } from './memory-schema.ts';
import { SKILL_USAGE_SCHEMA } from './skill-usage-store.ts';

/** Marks the file as ours: "Frmx" in ASCII, in the database header. */
export const APPLICATION_ID = 0x46726d78;

const FIRST = `
CREATE TABLE conversations (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  title_folded TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX conversations_updated ON conversations (updated_at DESC, seq DESC);

-- One row per entry, in the order it happened. body is the entry as JSON without what has a table of its own;
-- counted is 1 for what a person would call a message.
CREATE TABLE messages (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  turn_id TEXT,
  at INTEGER NOT NULL,
  status TEXT,
  client_id TEXT,
  counted INTEGER NOT NULL,
  body TEXT NOT NULL,
  UNIQUE (conversation_id, kind, id)
) STRICT;
CREATE INDEX messages_counted ON messages (conversation_id) WHERE counted = 1;
CREATE INDEX messages_client ON messages (conversation_id, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX messages_unfinished ON messages (status) WHERE status IN ('queued', 'streaming', 'running');

CREATE TABLE tool_calls (
  message_seq INTEGER PRIMARY KEY REFERENCES messages (seq) ON DELETE CASCADE,
  name TEXT NOT NULL,
  arguments TEXT NOT NULL,
  started_at INTEGER NOT NULL
) STRICT;

CREATE TABLE tool_results (
  message_seq INTEGER PRIMARY KEY REFERENCES messages (seq) ON DELETE CASCADE,
  ended_at INTEGER NOT NULL,
  ok INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  code TEXT,
  text TEXT NOT NULL
) STRICT;

CREATE TABLE usage (
  message_seq INTEGER PRIMARY KEY REFERENCES messages (seq) ON DELETE CASCADE,
  model TEXT NOT NULL,
  at INTEGER NOT NULL,
  input_tokens INTEGER,
  output_tokens INTEGER,
  cache_read_tokens INTEGER,
  cache_write_tokens INTEGER,
  reasoning_tokens INTEGER,
  total_tokens INTEGER,
  cost_usd REAL
) STRICT;

CREATE TABLE images (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  mime TEXT NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  alt TEXT,
  created_at INTEGER NOT NULL
) STRICT;

-- Which conversations show a picture: with the last one, the picture goes.
CREATE TABLE image_uses (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  image_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  UNIQUE (image_id, conversation_id)
) STRICT;
CREATE INDEX image_uses_conversation ON image_uses (conversation_id);

-- Folded text of what people and the agent said; rowid is messages.seq.
CREATE VIRTUAL TABLE message_search USING fts5 (text, tokenize = 'trigram');
CREATE TRIGGER message_search_delete AFTER DELETE ON messages
BEGIN
  DELETE FROM message_search WHERE rowid = old.seq;
END;
`;

const RECORDINGS = `
-- One row per session of computer use. conversation_id may name none of ours: a tool can be run by hand.
CREATE TABLE recordings (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  conversation_id TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  end_kind TEXT NOT NULL,
  reason TEXT
) STRICT;
CREATE INDEX recordings_conversation ON recordings (conversation_id);
CREATE INDEX recordings_started ON recordings (started_at DESC, seq DESC);

-- body is the step as JSON; folded holds its words for the search.
CREATE TABLE recording_steps (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  recording_id TEXT NOT NULL REFERENCES recordings (id) ON DELETE CASCADE,
  n INTEGER NOT NULL,
  at INTEGER NOT NULL,
  outcome TEXT,
  folded TEXT NOT NULL,
  body TEXT NOT NULL,
  UNIQUE (recording_id, n)
) STRICT;

CREATE TABLE recording_moments (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  recording_id TEXT NOT NULL REFERENCES recordings (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL
) STRICT;
CREATE INDEX recording_moments_of ON recording_moments (recording_id);

CREATE TABLE recording_pictures (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  recording_id TEXT NOT NULL REFERENCES recordings (id) ON DELETE CASCADE,
  mime TEXT NOT NULL,
  bytes INTEGER NOT NULL
) STRICT;
CREATE INDEX recording_pictures_of ON recording_pictures (recording_id);

CREATE TRIGGER recordings_of_conversation AFTER DELETE ON conversations
BEGIN
  DELETE FROM recordings WHERE conversation_id = old.id;
END;
`;

/** History search, paging, background tasks. */
const HISTORY = `
ALTER TABLE conversations ADD COLUMN background TEXT;
ALTER TABLE conversations ADD COLUMN parent_id TEXT;
CREATE INDEX conversations_background ON conversations (seq) WHERE background IS NOT NULL;
CREATE INDEX messages_turn ON messages (conversation_id, turn_id);
CREATE INDEX messages_conversation ON messages (conversation_id, seq);
CREATE INDEX messages_pending ON messages (status) WHERE status = 'pending';

-- Words of the whole history; rowid is messages.seq. The texts themselves stay in messages alone.
CREATE VIRTUAL TABLE message_words USING fts5 (
  text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3 4 5'
);
CREATE TRIGGER message_words_delete AFTER DELETE ON messages
BEGIN
  DELETE FROM message_words WHERE rowid = old.seq;
END;
`;

/** One step of the schema: statements, or work that needs code. Runs in a transaction of its own. */
export type Migration = string | ((db: SqlDatabase) => void);

/** Numbered from 1; a migration that was released is never changed. */
export const MIGRATIONS: readonly Migration[] = [
  FIRST,
  RECORDINGS,
  (db) => {
    db.exec(HISTORY);
    indexOldMessages(db);
  },
  MEMORY_SCHEMA,
  SKILL_USAGE_SCHEMA,
];

/** Brings the schema up to `MIGRATIONS.length`, each step in a transaction of its own. */
export function migrate(db: SqlDatabase, migrations: readonly Migration[] = MIGRATIONS): void {
  const from = schemaVersion(db);
  migrations.slice(from).forEach((step, index) => {
    transact(db, () => {
      if (typeof step === 'string') db.exec(step);
      else step(db);
      db.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
      db.exec(`PRAGMA user_version = ${from + index + 1}`);
    });
  });
}

/** 0 for an empty file. */
export function schemaVersion(db: SqlDatabase): number {
  return Number(db.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
}
