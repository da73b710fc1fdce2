/** Memory: what is remembered, where it comes from, how far conversations were reviewed for it. Released: never changed. */
export const MEMORY_SCHEMA = `
-- 'owner', 'unattended' or 'guest' for what people said; null before this was kept and for everything else.
ALTER TABLE messages ADD COLUMN trust TEXT;
CREATE INDEX messages_owner ON messages (conversation_id, seq) WHERE trust = 'owner';

-- words is key and value in the form the index takes: in scripts without blanks each letter is a word.
CREATE TABLE memories (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  agent_id TEXT NOT NULL,
  owner_id TEXT NOT NULL,
  scope_type TEXT NOT NULL,
  scope_id TEXT NOT NULL,
  category TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  words TEXT NOT NULL,
  confidence REAL NOT NULL,
  promote_target TEXT NOT NULL,
  archived INTEGER NOT NULL,
  archive_reason TEXT,
  source_id TEXT,
  source_type TEXT,
  source_name TEXT,
  source_description TEXT,
  session_id TEXT,
  run_id TEXT,
  trust TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (agent_id, owner_id, scope_type, scope_id, key)
) STRICT;
CREATE INDEX memories_updated ON memories (agent_id, owner_id, updated_at DESC, seq DESC);

CREATE VIRTUAL TABLE memories_fts USING fts5 (
  words, content = 'memories', content_rowid = 'seq', tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3 4'
);
CREATE TRIGGER memories_fts_insert AFTER INSERT ON memories
BEGIN
  INSERT INTO memories_fts (rowid, words) VALUES (new.seq, new.words);
END;
CREATE TRIGGER memories_fts_delete AFTER DELETE ON memories
BEGIN
  INSERT INTO memories_fts (memories_fts, rowid, words) VALUES ('delete', old.seq, old.words);
END;
CREATE TRIGGER memories_fts_update AFTER UPDATE OF words ON memories
BEGIN
  INSERT INTO memories_fts (memories_fts, rowid, words) VALUES ('delete', old.seq, old.words);
  INSERT INTO memories_fts (rowid, words) VALUES (new.seq, new.words);
END;

-- What backs rows beside conversations: for now scheduled jobs. A deleted one stays as a tombstone.
CREATE TABLE memory_sources (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  source_type TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  status TEXT NOT NULL,
  last_run_at INTEGER,
  last_status TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- One row per conversation in which the owner said something. last_reviewed_message_id is messages.seq.
CREATE TABLE memory_review_state (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  agent_id TEXT NOT NULL,
  owner_id TEXT NOT NULL,
  channel TEXT NOT NULL,
  chat_id TEXT NOT NULL,
  thread_scope TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  shared INTEGER NOT NULL,
  pending_since INTEGER,
  last_reviewed_message_id INTEGER NOT NULL,
  last_reviewed_at INTEGER,
  last_review_failed_at INTEGER,
  last_failure TEXT,
  claim_id TEXT,
  claim_until INTEGER,
  UNIQUE (agent_id, owner_id, channel, chat_id, thread_scope)
) STRICT;
CREATE INDEX memory_review_pending ON memory_review_state (pending_since) WHERE pending_since IS NOT NULL;
CREATE TRIGGER memory_review_state_delete AFTER DELETE ON conversations
BEGIN
  DELETE FROM memory_review_state WHERE conversation_id = old.id;
END;
-- What was noted in a conversation alone goes with it.
CREATE TRIGGER memories_of_conversation AFTER DELETE ON conversations
BEGIN
  DELETE FROM memories WHERE session_id = old.id AND scope_type = 'conversation';
END;

-- One row per review that asked a model: what it cost and how it ended.
CREATE TABLE memory_reviews (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  conversation_id TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  result TEXT NOT NULL,
  changed INTEGER NOT NULL,
  model TEXT,
  input_tokens INTEGER,
  output_tokens INTEGER,
  cost_usd REAL
) STRICT;

-- SHA-256 of the profile files as the rows give them, written together with the rows.
CREATE TABLE memory_profiles (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  agent_id TEXT NOT NULL,
  owner_id TEXT NOT NULL,
  name TEXT NOT NULL,
  digest TEXT NOT NULL,
  UNIQUE (agent_id, owner_id, name)
) STRICT;
`;
