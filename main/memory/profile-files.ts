import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../agent/ports.ts';
import type { MemoryConfig } from '../config/config-port.ts';
import { makeFolder } from '../config/make-folder.ts';
import { writeFileSafely } from '../config/write-file-safely.ts';
import type { MemoryStore } from '../store/memory-port.ts';
import { type Profile, refuseOverCap, renderProfiles } from './profile.ts';

export interface ProfileFilesParts {
  store: MemoryStore;
  log: Log;
  settings(): MemoryConfig;
}

/** The generated files and the rows they are made of, kept in step. */
export interface ProfileFiles {
  /** As the rows give them now. */
  current(): Profile[];
  /**
   * Changes rows in one transaction and then the files that follow from them. Throws ProfileOverCap, or what `work`
   * throws, with nothing changed.
   */
  change<T>(work: () => T): T;
  /** Writes every file that is not what the rows say. */
  sync(): Promise<void>;
  /** Why a file was not written, in a sentence; null when all is well. */
  problem(): string | null;
  /** Resolves when nothing is being written any more. */
  idle(): Promise<void>;
}

export function createProfileFiles({ store, log, settings }: ProfileFilesParts): ProfileFiles {
  let last: Promise<void> = Promise.resolve();
  let problem: string | null = null;

  const current = () => renderProfiles(store, settings());
  const folder = () => join(settings().promptBaseDir, settings().agentId);

  /** A profile over its cap stays as it was written last: it is never cut. */
  const write = async () => {
    problem = null;
    if (!settings().enabled) return;
    for (const profile of current()) {
      if (profile.bytes > profile.cap) {
        problem = `${profile.file} was not written: it would have ${profile.bytes} bytes, and ${profile.cap} are allowed.`;
        log.warn('memory.profile_over_cap', { file: profile.file, bytes: profile.bytes, cap: profile.cap });
        continue;
      }
      const path = join(folder(), profile.file);
      const digest = digestOf(profile.text);
      if (store.digest(profile.file) === digest && digestOf(await readFile(path).catch(() => '')) === digest) continue;
      makeFolder(folder());
      await writeFileSafely(path, profile.text);
      store.setDigest(profile.file, digest);
    }
  };
  const sync = () => {
    last = last.then(write).catch((error: unknown) => {
      problem = 'The profile files could not be written. The details are in the log.';
      log.warn('memory.profile_not_written', { error });
    });
    return last;
  };

  return {
    current,
    change(work) {
      const before = current();
      const result = store.atomically(() => {
        const done = work();
        refuseOverCap(before, current());
        return done;
      });
      if (current().some((profile, index) => profile.text !== before[index]?.text)) void sync();
      return result;
    },
    sync,
    problem: () => problem,
    idle: () => last,
  };
}

function digestOf(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
