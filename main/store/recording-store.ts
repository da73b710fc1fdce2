import { chmodSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageRef } from '../../protocol/conversation/message.ts';
import type { RecordedMoment, RecordedStep } from '../../protocol/conversation/recording.ts';
import type { Clock, Ids } from '../agent/ports.ts';
import { makeFolder } from '../config/make-folder.ts';
import { type SqlDatabase, type SqlRow, transact } from './driver.ts';
import { foldText } from './fold-text.ts';
import { fileName, savePictureFile } from './picture-files.ts';
import type { RecordingStore } from './recording-port.ts';
import { foldedWords, SUMMARY, toStep, toSummary } from './recording-rows.ts';
import { toStoreError } from './sqlite-errors.ts';

const DAY_MS = 86_400_000;

export interface RecordingStoreParts {
  db: SqlDatabase;
  /** Folder of the pictures, one below it for each recording; made with mode 0700. */
  folder: string;
  clock: Clock;
  ids: Ids;
  /** Days a recording is kept, counted from its start; 0 keeps none. Asked at each sweep. */
  recordingDays(): number;
  /** Bytes that all pictures may have together. */
  mostBytes: number;
}

/** Also what the store needs when it opens and when a conversation goes. */
export interface RecordingTables extends RecordingStore {
  /** Ids of the recordings of a conversation. */
  ofConversation(conversationId: string): string[];
  /** Removes the files of recordings whose rows are gone. */
  drop(ids: readonly string[]): void;
}

/** Recordings in the database. What a killed program left without an end is marked as cut. */
export function createRecordingStore(parts: RecordingStoreParts): RecordingTables {
  const { db, folder } = parts;
  makeFolder(folder);
  chmodSync(folder, 0o700);
  const sql = prepareAll(db);
  db.exec(CUT_UNFINISHED);

  const exists = (id: string) => sql.exists.get(id) !== undefined;
  const folderOf = (id: string) => join(folder, id);
  const drop = (ids: readonly string[]) => {
    for (const id of ids) rmSync(folderOf(id), { recursive: true, force: true });
  };
  const removeAll = (ids: readonly string[]) => {
    transact(db, () => {
      for (const id of ids) sql.remove.run(id);
    });
    drop(ids);
  };

  return {
    begin({ id, conversationId, at }) {
      sql.begin.run(id, conversationId, Math.trunc(at));
    },
    saveStep(id, step) {
      if (!exists(id)) return;
      const at = Math.trunc(step.endedAt ?? step.startedAt);
      sql.saveStep.run(id, step.n, at, step.outcome, foldedWords(step), JSON.stringify(step));
    },
    addMoment(id, { at, kind }) {
      if (exists(id)) sql.addMoment.run(id, Math.trunc(at), kind);
    },
    end(id, { at, kind, reason }) {
      sql.end.run(Math.trunc(at), kind, reason, id);
    },
    async putPicture(id, picture) {
      if (!exists(id)) return null;
      const { data, ...facts } = picture;
      const ref: ImageRef = { id: parts.ids.next('rpic'), ...facts, bytes: data.byteLength };
      makeFolder(folderOf(id));
      const failure = await savePictureFile(join(folderOf(id), fileName(ref.id, ref.mime)), data).catch(toStoreError);
      if (!exists(id)) {
        // Its conversation was deleted while the file was written.
        drop([id]);
        return null;
      }
      if (failure) throw failure;
      sql.addPicture.run(ref.id, id, ref.mime, ref.bytes);
      return ref;
    },
    async readPicture(pictureId) {
      const row = sql.picture.get(pictureId);
      if (!row) return null;
      const mime = row['mime'] as ImageRef['mime'];
      const path = join(folderOf(String(row['recording_id'])), fileName(pictureId, mime));
      const data = await readFile(path).catch(() => null);
      return data && { mime, data };
    },
    list(search) {
      const words = foldText(search.trim());
      return (words === '' ? sql.all.all() : sql.find.all(words, words)).map(toSummary);
    },
    load(id) {
      const row = sql.one.get(id);
      if (!row) return null;
      const list = sql.steps
        .all(id)
        .map(toStep)
        .filter((step): step is RecordedStep => step !== null);
      return { ...toSummary(row), list, moments: sql.moments.all(id).map(toMoment) };
    },
    bytes: () => Number(sql.bytes.get()?.['bytes'] ?? 0),
    remove: (id) => removeAll(idsOf(sql.own.all(id))),
    removeAll: () => removeAll(idsOf(sql.ended.all())),
    sweep(now) {
      const days = parts.recordingDays();
      const old = idsOf(days === 0 ? sql.ended.all() : sql.older.all(Math.trunc(now - days * DAY_MS)));
      removeAll(old);
      const surplus = beyond(sql.sizes.all(), parts.mostBytes);
      removeAll(surplus);
      const kept = new Set(idsOf(sql.ids.all()));
      drop(readdirSync(folder).filter((name) => !kept.has(name)));
      return old.length + surplus.length;
    },
    ofConversation: (conversationId) => idsOf(sql.ofConversation.all(conversationId)),
    drop,
  };
}

/** Ended where the last thing was recorded: after that nothing is known. */
const CUT_UNFINISHED = `
  UPDATE recordings SET end_kind = 'cut', reason = 'program_ended', ended_at = max(started_at,
    coalesce((SELECT max(at) FROM recording_steps WHERE recording_id = recordings.id), 0),
    coalesce((SELECT max(at) FROM recording_moments WHERE recording_id = recordings.id), 0))
  WHERE end_kind = 'running'`;

const NEWEST_FIRST = 'ORDER BY started_at DESC, recordings.seq DESC';

function prepareAll(db: SqlDatabase) {
  return {
    begin: db.prepare(`INSERT INTO recordings (id, conversation_id, started_at, end_kind) VALUES (?, ?, ?, 'running')
      ON CONFLICT (id) DO NOTHING`),
    exists: db.prepare('SELECT 1 AS found FROM recordings WHERE id = ?'),
    saveStep: db.prepare(`INSERT INTO recording_steps (recording_id, n, at, outcome, folded, body)
      VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (recording_id, n) DO UPDATE
      SET at = excluded.at, outcome = excluded.outcome, folded = excluded.folded, body = excluded.body`),
    addMoment: db.prepare('INSERT INTO recording_moments (recording_id, at, kind) VALUES (?, ?, ?)'),
    end: db.prepare(`UPDATE recordings SET ended_at = ?, end_kind = ?, reason = ? WHERE id = ? AND
      end_kind = 'running'`),
    addPicture: db.prepare('INSERT INTO recording_pictures (id, recording_id, mime, bytes) VALUES (?, ?, ?, ?)'),
    picture: db.prepare('SELECT recording_id, mime FROM recording_pictures WHERE id = ?'),
    all: db.prepare(`${SUMMARY} ${NEWEST_FIRST}`),
    find: db.prepare(`${SUMMARY} WHERE instr(coalesce(conversations.title_folded, ''), ?) > 0 OR EXISTS (
      SELECT 1 FROM recording_steps WHERE recording_id = recordings.id AND instr(folded, ?) > 0) ${NEWEST_FIRST}`),
    one: db.prepare(`${SUMMARY} WHERE recordings.id = ?`),
    steps: db.prepare('SELECT n, body FROM recording_steps WHERE recording_id = ? ORDER BY n'),
    moments: db.prepare('SELECT at, kind FROM recording_moments WHERE recording_id = ? ORDER BY seq'),
    bytes: db.prepare('SELECT sum(bytes) AS bytes FROM recording_pictures'),
    ids: db.prepare('SELECT id FROM recordings'),
    own: db.prepare(`SELECT id FROM recordings WHERE id = ? AND end_kind <> 'running'`),
    ended: db.prepare(`SELECT id FROM recordings WHERE end_kind <> 'running'`),
    older: db.prepare(`SELECT id FROM recordings WHERE end_kind <> 'running' AND started_at < ?`),
    sizes: db.prepare(`SELECT recordings.id, end_kind, coalesce(sum(bytes), 0) AS bytes FROM recordings
      LEFT JOIN recording_pictures ON recording_id = recordings.id GROUP BY recordings.id ${NEWEST_FIRST}`),
    ofConversation: db.prepare('SELECT id FROM recordings WHERE conversation_id = ?'),
    remove: db.prepare('DELETE FROM recordings WHERE id = ?'),
  };
}

const idsOf = (rows: SqlRow[]) => rows.map((row) => String(row['id']));

/** The recordings that do not fit any more when the newest are kept first. */
function beyond(newestFirst: SqlRow[], most: number): string[] {
  let total = 0;
  return idsOf(
    newestFirst.filter((row) => {
      total += Number(row['bytes']);
      return total > most && row['end_kind'] !== 'running';
    }),
  );
}

function toMoment(row: SqlRow): RecordedMoment {
  return { at: Number(row['at']), kind: row['kind'] === 'pause' ? 'pause' : 'resume' };
}
