import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { bootId, readProcess } from './process-facts.ts';

const ownerRecord = z.object({
  pid: z.number().int().positive(),
  /** Start of the process in clock ticks since boot; empty where the system does not say. */
  startTicks: z.string(),
  bootId: z.string(),
  role: z.enum(['app', 'cli']),
  appVersion: z.string(),
  /** Where the owner listens. */
  socket: z.string(),
  /** False once the owner has given the home back in order. */
  held: z.boolean(),
});
export type OwnerRecord = z.infer<typeof ownerRecord>;

export interface OwnerLock {
  /** Gives the home back. Safe to call twice. */
  release(): void;
}

export type LockResult = { ok: true; lock: OwnerLock; tookOver: boolean } | { ok: false; owner: OwnerRecord };

const PREFIX = 'owner.';

/**
 * Takes the lock of a home. The lock is the file `owner.<n>` with the highest n: a new owner makes n+1 by `link`, which
 * only one process can win and which never shows half a record, and then checks that nobody is higher. The last file
 * stays after a release, so a number is never used twice and a slow rival cannot take an old one. A dead owner is known
 * by pid, start time and boot; no file of a living owner is ever removed.
 */
export function takeOwnerLock(directory: string, self: Omit<OwnerRecord, 'held'>): LockResult {
  const draft = join(directory, `draft.${self.pid}.${process.hrtime.bigint()}`);
  writeFileSync(draft, JSON.stringify({ ...self, held: true }), { mode: 0o600 });
  try {
    for (;;) {
      const last = highest(directory);
      const owner = last === 0 ? null : readOwner(join(directory, PREFIX + last));
      if (owner && isAlive(owner)) return { ok: false, owner };
      const mine = last + 1;
      if (!tryLink(draft, join(directory, PREFIX + mine))) continue;
      if (highest(directory) !== mine) {
        rmSync(join(directory, PREFIX + mine), { force: true });
        continue;
      }
      removeBelow(directory, mine);
      return { ok: true, lock: createLock(directory, mine, self), tookOver: owner?.held === true };
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The living owner of a home, or null. */
export function findOwner(directory: string): OwnerRecord | null {
  const last = highest(directory);
  const owner = last === 0 ? null : readOwner(join(directory, PREFIX + last));
  return owner && isAlive(owner) ? owner : null;
}

function createLock(directory: string, number: number, self: Omit<OwnerRecord, 'held'>): OwnerLock {
  let held = true;
  return {
    release() {
      if (!held) return;
      held = false;
      const path = join(directory, PREFIX + number);
      const draft = join(directory, `draft.${self.pid}.release`);
      const record = JSON.stringify({ ...self, held: false });
      try {
        writeFileSync(draft, record, { mode: 0o600 });
        renameSync(draft, path);
      } catch {
        releaseInPlace(path, record);
        rmSync(draft, { force: true });
      }
    },
  };
}

/** A full disk takes no new file but often the old one; failing that, the owner is known by its end. */
function releaseInPlace(path: string, record: string): void {
  try {
    writeFileSync(path, record, { flag: 'r+' });
  } catch {
    // Read-only now: nobody can take the home either.
  }
}

function isAlive(owner: OwnerRecord): boolean {
  if (!owner.held) return false;
  if (owner.startTicks === '') return signalReaches(owner.pid);
  return owner.bootId === bootId() && readProcess(owner.pid)?.startTicks === owner.startTicks;
}

/** Without /proc a living pid is taken for the owner: a stale lock is then a matter of the socket's answer. */
function signalReaches(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function highest(directory: string): number {
  let found = 0;
  for (const name of namesIn(directory)) found = Math.max(found, numberOf(name));
  return found;
}

function numberOf(name: string): number {
  const digits = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : '';
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : 0;
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function readOwner(path: string): OwnerRecord | null {
  try {
    const parsed = ownerRecord.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function removeBelow(directory: string, number: number): void {
  for (const name of namesIn(directory)) {
    const other = numberOf(name);
    if (other > 0 && other < number) rmSync(join(directory, name), { force: true });
  }
}
