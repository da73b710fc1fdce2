import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock, Ids } from '../agent/ports.ts';
import type { ConversationStore, ImageStore } from '../agent/store-port.ts';
import { makeFolder } from '../config/make-folder.ts';
import { chooseDriver } from './choose-driver.ts';
import { createConversationStore } from './conversation-store.ts';
import type { SqlDriver } from './driver.ts';
import { createImageStore } from './image-store.ts';
import { checkDatabase, openDatabase } from './open-database.ts';

/** File names under the home. The sandbox protects the first from tools. */
export const STORE_FILE = 'memory.db';
export const IMAGE_FOLDER = 'images';

export interface OpenStoreOptions {
  /** Absolute path of the home; made with mode 0700. */
  home: string;
  clock: Clock;
  ids: Ids;
  /** Days a picture is kept. */
  retentionDays(): number;
  /** Default: the one that fits this runtime. */
  driver?: SqlDriver;
}

/** The open store of one home. */
export interface Store {
  readonly path: string;
  /** Name of the SQLite binding in use, for doctor. */
  readonly driver: string;
  readonly conversations: ConversationStore;
  readonly images: ImageStore;
  /** What has to be said at start, for example that a damaged file was set aside. */
  readonly notices: readonly string[];
  /** Throws a StoreError when the file fails SQLite's check; for doctor. */
  check(): void;
  /** Merges the log into the file and lets go of it. */
  close(): void;
}

/** Opens the store of a home. Throws a StoreError with a remedy when it must not be used. */
export function openStore(options: OpenStoreOptions): Store {
  makeFolder(options.home);
  chmodSync(options.home, 0o700);
  const driver = options.driver ?? chooseDriver();
  const path = join(options.home, STORE_FILE);
  const { db, notices } = openDatabase(driver, path, new Date(options.clock.now()));
  const images = createImageStore({ ...options, db, folder: join(options.home, IMAGE_FOLDER) });
  return {
    path,
    driver: driver.name,
    conversations: createConversationStore(db, (ids) => images.drop(ids)),
    images,
    notices,
    check: () => checkDatabase(db),
    close: () => db.close(),
  };
}
