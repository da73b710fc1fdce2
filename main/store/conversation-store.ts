import type { ConversationSummary } from '../../protocol/conversation/entry.ts';
import type { ConversationStore, StoredMessage } from '../agent/store-port.ts';
import { type SqlDatabase, type SqlRow, type SqlStatement, transact } from './driver.ts';
import { foldText } from './fold-text.ts';
import { fromRow, MESSAGE_COLUMNS, MESSAGE_TABLES } from './message-rows.ts';
import { createMessageWriter } from './message-writer.ts';
import { StoreError } from './store-error.ts';

const SUMMARY = `
  SELECT id, title, updated_at, (
    SELECT count(*) FROM messages WHERE conversation_id = conversations.id AND counted = 1
  ) AS message_count
  FROM conversations`;
const NEWEST_FIRST = 'ORDER BY updated_at DESC, seq DESC';

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
    create(id, at) {
      prepared.create.run(id, Math.trunc(at), Math.trunc(at));
    },
    exists: (id) => prepared.exists.get(id) !== undefined,
    list: (search) => find(prepared, foldText(search.trim())).map(toSummary),
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
    load: (conversationId) => prepared.load.all(conversationId).map(fromRow),
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
      SELECT messages.conversation_id FROM message_search JOIN messages ON messages.seq = message_search.rowid
      WHERE ${where}
    ) ${NEWEST_FIRST}`;
  return {
    create: db.prepare(`INSERT INTO conversations (id, title, title_folded, created_at, updated_at)
      VALUES (?, '', '', ?, ?) ON CONFLICT (id) DO NOTHING`),
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
    byIndex: db.prepare(hits('message_search MATCH ?')),
    byScan: db.prepare(hits('instr(message_search.text, ?) > 0')),
    load: db.prepare(`${messages} WHERE messages.conversation_id = ? ORDER BY messages.seq`),
    byClientId: db.prepare(`${messages} WHERE messages.conversation_id = ? AND messages.client_id = ?`),
    unfinished: db.prepare(`${messages} WHERE messages.status IN ('queued', 'streaming', 'running')
      AND messages.status IN (?, ?) ORDER BY messages.seq`),
  } satisfies Record<string, SqlStatement>;
}

function find(prepared: ReturnType<typeof prepareAll>, search: string): SqlRow[] {
  if (search === '') return prepared.all.all();
  if ([...search].length < SHORTEST_INDEXED) return prepared.byScan.all(search, search);
  return prepared.byIndex.all(search, `"${search.replaceAll('"', '""')}"`);
}

function toSummary(row: SqlRow): ConversationSummary {
  return {
    id: String(row['id']),
    title: String(row['title']),
    updatedAt: Number(row['updated_at']),
    messageCount: Number(row['message_count']),
    running: false,
    needsYou: false,
  };
}
