import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock, Ids } from '../agent/ports.ts';
import type { ConversationStore, ImageStore } from '../agent/store-port.ts';
import { makeFolder } from '../config/make-folder.ts';
import { chooseDriver } from './choose-driver.ts';
import { createConversationStore } from './conversation-store.ts';
import type { SqlDriver } from './driver.ts';
import { createImageStore } from './image-store.ts';
import type { MemoryIdentity, MemoryStore } from './memory-port.ts';
import type { ReviewStore } from './memory-review-port.ts';
import { createReviewStore } from './memory-review-store.ts';
import { createMemoryStore } from './memory-store.ts';
import { checkDatabase, openDatabase } from './open-database.ts';
import type { RecordingStore } from './recording-port.ts';
import { createRecordingStore } from './recording-store.ts';
import type { SkillUsageStore } from './skill-usage-port.ts';
import { createSkillUsageStore } from './skill-usage-store.ts';

/** File names under the home. The sandbox protects the first from tools. */
export const STORE_FILE = 'memory.db';
export const IMAGE_FOLDER = 'images';
export const RECORDING_FOLDER = 'recordings';

/** Bytes that the pictures of all recordings may have together: some ten thousand steps. */
const MOST_RECORDED_BYTES = 1_073_741_824;

const DEFAULT_IDENTITY: MemoryIdentity = { agentId: 'main', ownerId: 'default' };

export interface OpenStoreOptions {
  /** Absolute path of the home; made with mode 0700. */
  home: string;
  clock: Clock;
  ids: Ids;
  /** Days a picture is kept. */
  retentionDays(): number;
  /** Days a recording of computer use is kept; 0 keeps none. */
  recordingDays(): number;
  /** Bytes the pictures of all recordings may have together; 1 GiB when absent. */
  mostRecordedBytes?: number;
  /** Whose memory it is; asked at each use. The agent `main` of the owner `default` when absent. */
  memoryIdentity?(): MemoryIdentity;
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
  readonly recordings: RecordingStore;
  readonly memory: MemoryStore;
  readonly reviews: ReviewStore;
  readonly skillUsage: SkillUsageStore;
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
  const identity = options.memoryIdentity ?? (() => DEFAULT_IDENTITY);
  const images = createImageStore({ ...options, db, folder: join(options.home, IMAGE_FOLDER) });
  const recordings = createRecordingStore({
    ...options,
    db,
    folder: join(options.home, RECORDING_FOLDER),
    mostBytes: options.mostRecordedBytes ?? MOST_RECORDED_BYTES,
  });
  return {
    path,
    driver: driver.name,
    conversations: createConversationStore(db, {
      dropImages: (ids) => images.drop(ids),
      recordingsOf: (conversationId) => recordings.ofConversation(conversationId),
      dropRecordings: (ids) => recordings.drop(ids),
    }),
    images,
    recordings,
    memory: createMemoryStore({ ...options, db, identity }),
    reviews: createReviewStore(db, identity),
    skillUsage: createSkillUsageStore(db),
    notices,
    check: () => checkDatabase(db),
    close: () => db.close(),
  };
}
