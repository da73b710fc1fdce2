import { chmodSync, rmSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageRef } from '../../protocol/conversation/message.ts';
import type { Clock, Ids } from '../agent/ports.ts';
import type { ImageStore } from '../agent/store-port.ts';
import { makeFolder } from '../config/make-folder.ts';
import type { SqlDatabase, SqlRow } from './driver.ts';
import { EXTENSIONS, fileName, savePictureFile } from './picture-files.ts';

const DAY_MS = 86_400_000;

export interface ImageStoreParts {
  db: SqlDatabase;
  /** Folder of the files; made with mode 0700. */
  folder: string;
  clock: Clock;
  ids: Ids;
  /** Days a picture is kept; asked at each sweep so that a changed setting counts at once. */
  retentionDays(): number;
}

/** Pictures as files with a row each. `drop` removes the files of pictures whose rows are gone. */
export function createImageStore(parts: ImageStoreParts): ImageStore & { drop(ids: string[]): void } {
  const { db, folder } = parts;
  makeFolder(folder);
  chmodSync(folder, 0o700);
  const insert = db.prepare(
    'INSERT INTO images (id, mime, width, height, bytes, alt, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const find = db.prepare('SELECT id, mime, width, height, bytes, alt FROM images WHERE id = ?');
  const removeOld = db.prepare('DELETE FROM images WHERE created_at < ?');
  const all = db.prepare('SELECT id, mime FROM images');
  /** Files being written, which have no row yet: a sweep must not take them for leftovers. */
  const underWay = new Set<string>();

  const refOf = (id: string): ImageRef | null => {
    const row = find.get(id);
    return row ? toRef(row) : null;
  };
  const pathOf = (id: string): string | null => {
    const ref = refOf(id);
    return ref && join(folder, fileName(ref.id, ref.mime));
  };

  return {
    async put(picture) {
      const ref: ImageRef = {
        id: parts.ids.next('img'),
        mime: picture.mime,
        width: picture.width,
        height: picture.height,
        bytes: picture.data.byteLength,
        ...(picture.alt === undefined ? {} : { alt: picture.alt }),
      };
      const name = fileName(ref.id, ref.mime);
      underWay.add(name);
      try {
        await savePictureFile(join(folder, name), picture.data);
        insert.run(ref.id, ref.mime, ref.width, ref.height, ref.bytes, ref.alt ?? null, Math.trunc(parts.clock.now()));
      } finally {
        underWay.delete(name);
      }
      return ref;
    },
    async read(id) {
      const ref = refOf(id);
      if (!ref) return null;
      const data = await readFile(join(folder, fileName(ref.id, ref.mime))).catch(() => null);
      return data && { mime: ref.mime, data };
    },
    path: pathOf,
    ref: refOf,
    async sweep(now) {
      removeOld.run(Math.trunc(now - parts.retentionDays() * DAY_MS));
      const wanted = new Set(all.all().map((row) => fileName(String(row['id']), row['mime'] as ImageRef['mime'])));
      const present = await readdir(folder);
      const leftovers = present.filter((name) => !wanted.has(name) && !isUnderWay(name, underWay));
      await Promise.all(leftovers.map((name) => rm(join(folder, name), { force: true, recursive: true })));
      return leftovers.length;
    },
    drop(ids) {
      for (const id of ids) {
        for (const extension of Object.values(EXTENSIONS)) rmSync(join(folder, `${id}.${extension}`), { force: true });
      }
    },
  };
}

function toRef(row: SqlRow): ImageRef {
  return {
    id: String(row['id']),
    mime: row['mime'] as ImageRef['mime'],
    width: Number(row['width']),
    height: Number(row['height']),
    bytes: Number(row['bytes']),
    ...(typeof row['alt'] === 'string' ? { alt: row['alt'] } : {}),
  };
}

function isUnderWay(name: string, underWay: ReadonlySet<string>): boolean {
  return [...underWay].some((file) => name.startsWith(file));
}
