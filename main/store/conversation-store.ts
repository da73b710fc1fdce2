import type { BackgroundState, ConversationSummary } from '../../protocol/conversation/entry.ts';
import type { ConversationStore, StoredMessage } from '../agent/store-port.ts';
import { type SqlDatabase, type SqlRow, type SqlStatement, transact } from './driver.ts';
import { foldText } from './fold-text.ts';
import { createHistoryReader } from './history-reader.ts';
import { fromRow, MESSAGE_COLUMNS, MESSAGE_TABLES } from './message-rows.ts';
import { createMessageWriter } from './message-writer.ts';
import { readQuery } from './search-query.ts';
import { StoreError } from './store-error.ts';

const SUMMARY = `
  SELECT id, title, updated_at, background, (
    SELECT count(*) FROM messages WHERE conversation_id = conversations.id AND counted = 1
  ) AS message_count
  FROM conversations`;
const NEWEST_FIRST = 'ORDER BY updated_at DESC, seq DESC';

/** Messages that one search of the list looks at: the newest of those found. */
const MOST_HITS = 2_000;
/** Newest entries that are read for a search too short for any index. */
const MOST_SCANNED = 20_000;

/** Shortest search the index of three-character pieces can answer; shorter ones read the folded texts. */
const SHORTEST_INDEXED = 3;

/**
 * Conversations in the database.
 * @param files whose files go with a conversation: pictures no other conversation shows, and its recordings.
 */
export function createConversationStore(db: SqlDatabase, files: FilesOfConversations): ConversationStore {
  const writer = createMessageWriter(db);
  const prepared = prepareAll(db);
  const read = (row: SqlRow) => ({ conversationId: String(row['conversation_id']), message: fromRow(row) });
  const saveAll = (conversationId: string, messages: readonly StoredMessage[]) => {
    if (!prepared.exists.get(conversationId)) {
      throw new StoreError('store_failed', 'This conversation does not exist any more, so nothing was saved.');
    }
    transact(db, () => {
      for (const message of messages) writer.write(conversationId, message);
    });
  };
  return {
    create(id, at, background) {
      const state = background ? 'running' : null;
      prepared.create.run(id, Math.trunc(at), Math.trunc(at), state, background?.parentId ?? null);
    },
    exists: (id) => prepared.exists.get(id) !== undefined,
    list: (search) => find(prepared, foldText(search.trim()), search).map(toSummary),
    rename(id, title) {
      prepared.rename.run(title, foldText(title), id);
    },
    remove(id) {
      const recordings = files.recordingsOf(id);
      const images = transact(db, () => {
        const owned = prepared.ownImages.all(id).map((row) => String(row['image_id']));
        prepared.remove.run(id);
        for (const image of owned) prepared.removeImage.run(image);
        return owned;
      });
      files.dropImages(images);
      files.dropRecordings(recordings);
    },
    save: (conversationId, message) => saveAll(conversationId, [message]),
    saveAll,
    removeMessage(conversationId, kind, id) {
      prepared.removeMessage.run(conversationId, kind, id);
    },
    summary: (id) => toSummaryOrNull(prepared.one.get(id)),
    load: (conversationId) => prepared.load.all(conversationId).map(fromRow),
    move(conversationId, message) {
      transact(db, () => {
        prepared.removeMessage.run(conversationId, message.kind, message.id);
        writer.write(conversationId, message);
      });
    },
    ...createHistoryReader(db),
    title: (conversationId) => String(prepared.title.get(conversationId)?.['title'] ?? ''),
    findByClientId(conversationId, clientId) {
      const row = prepared.byClientId.get(conversationId, clientId);
      const message = row ? fromRow(row) : null;
      return message?.kind === 'user' ? message : null;
    },
    unfinishedTools: () => prepared.unfinished.all('running', 'running').map(read).filter(isKind('tool')),
    unfinishedTurns: () =>
      prepared.unfinished
        .all('queued', 'streaming')
        .map(read)
        .filter((found) => isKind('user')(found) || isKind('assistant')(found)) as ReturnType<
        ConversationStore['unfinishedTurns']
      >,
  };
}

/** Files beside the database that belong to conversations. The drops are called when the rows are gone. */
export interface FilesOfConversations {
  dropImages(ids: string[]): void;
  recordingsOf(conversationId: string): string[];
  dropRecordings(ids: string[]): void;
}

type Found<M extends StoredMessage = StoredMessage> = { conversationId: string; message: M };

function isKind<K extends StoredMessage['kind']>(kind: K) {
  return (found: Found): found is Found<Extract<StoredMessage, { kind: K }>> => found.message.kind === kind;
}

function prepareAll(db: SqlDatabase) {
  const messages = `SELECT ${MESSAGE_COLUMNS} FROM ${MESSAGE_TABLES}`;
  const hits = (where: string) => `
    ${SUMMARY} WHERE instr(title_folded, ?) > 0 OR id IN (
      SELECT conversation_id FROM messages WHERE seq IN (${where} ORDER BY rowid DESC LIMIT ${MOST_HITS})
    ) ${NEWEST_FIRST}`;
  return {
    create: db.prepare(`INSERT INTO conversations (id, title, title_folded, created_at, updated_at,
      background, parent_id)
      VALUES (?, '', '', ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`),
    exists: db.prepare('SELECT 1 AS found FROM conversations WHERE id = ?'),
    title: db.prepare('SELECT title FROM conversations WHERE id = ?'),
    rename: db.prepare('UPDATE conversations SET title = ?, title_folded = ? WHERE id = ?'),
    remove: db.prepare('DELETE FROM conversations WHERE id = ?'),
    removeMessage: db.prepare('DELETE FROM messages WHERE conversation_id = ? AND kind = ? AND id = ?'),
    ownImages: db.prepare(`SELECT image_id FROM image_uses WHERE conversation_id = ? AND NOT EXISTS (
      SELECT 1 FROM image_uses AS others
      WHERE others.image_id = image_uses.image_id AND others.conversation_id <> image_uses.conversation_id)`),
    removeImage: db.prepare('DELETE FROM images WHERE id = ?'),
    all: db.prepare(`${SUMMARY} ${NEWEST_FIRST}`),
    one: db.prepare(`${SUMMARY} WHERE id = ?`),
    byWords: db.prepare(hits('SELECT rowid FROM message_words WHERE message_words MATCH ?')),
    byIndex: db.prepare(hits('SELECT rowid FROM message_search WHERE message_search MATCH ?')),
    byScan: db.prepare(
      hits(`SELECT rowid FROM message_search WHERE instr(text, ?) > 0
        AND rowid > (SELECT max(seq) FROM messages) - ${MOST_SCANNED}`),
    ),
    load: db.prepare(`${messages} WHERE messages.conversation_id = ? ORDER BY messages.seq`),
    byClientId: db.prepare(`${messages} WHERE messages.conversation_id = ? AND messages.client_id = ?`),
    unfinished: db.prepare(`${messages} WHERE messages.status IN ('queued', 'streaming', 'running')
      AND messages.status IN (?, ?) ORDER BY messages.seq`),
  } satisfies Record<string, SqlStatement>;
}

/** By words first; a part of a word is looked for only where no word begins like that. */
function find(prepared: ReturnType<typeof prepareAll>, search: string, asTyped: string): SqlRow[] {
  if (search === '') return prepared.all.all();
  const query = readQuery(asTyped);
  const byWords = query === null ? [] : prepared.byWords.all(search, query.match);
  if (byWords.length > 0) return byWords;
  if ([...search].length < SHORTEST_INDEXED) return prepared.byScan.all(search, search);
  return prepared.byIndex.all(search, `"${search.replaceAll('"', '""')}"`);
}

function toSummaryOrNull(row: SqlRow | undefined): ConversationSummary | null {
  return row ? toSummary(row) : null;
}

function toSummary(row: SqlRow): ConversationSummary {
  return {
    id: String(row['id']),
    title: String(row['title']),
    updatedAt: Number(row['updated_at']),
    messageCount: Number(row['message_count']),
    running: false,
    needsYou: false,
    ...(typeof row['background'] === 'string' ? { background: row['background'] as BackgroundState } : {}),
  };
}
