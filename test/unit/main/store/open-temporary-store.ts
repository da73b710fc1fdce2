import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Clock, Ids } from '../../../../main/agent/ports.ts';
import type { StoredAssistant, StoredTool, StoredUser } from '../../../../main/agent/store-port.ts';
import { betterSqlite3Driver } from '../../../../main/store/better-sqlite3-driver.ts';
import type { SqlDriver } from '../../../../main/store/driver.ts';
import { openStore, type Store } from '../../../../main/store/open-store.ts';
import { photostructureDriver } from '../../../../main/store/photostructure-driver.ts';

/** The store must behave the same on both bindings. */
export const DRIVERS: [string, SqlDriver][] = [betterSqlite3Driver, photostructureDriver].map((one) => [one.name, one]);

export const NOON = Date.UTC(2026, 10, 30, 12);

export function clockAt(start: number): Clock & { set(ms: number): void } {
  let now = start;
  return {
    now: () => now,
    sleep: async () => undefined,
    set: (ms) => {
      now = ms;
    },
  };
}

export function countingIds(): Ids {
  let count = 0;
  return {
    next(prefix) {
      count += 1;
      return `${prefix}_${String(count).padStart(4, '0')}`;
    },
    secret: (bytes) => 's'.repeat(bytes),
  };
}

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fermix-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function openAt(home: string, driver: SqlDriver, clock = clockAt(NOON), days = 30): Store {
  const store = openStore({
    home,
    clock,
    ids: countingIds(),
    retentionDays: () => days,
    recordingDays: () => days,
    driver,
  });
  onTestFinished(() => closeQuietly(store));
  return store;
}

function closeQuietly(store: Store): void {
  try {
    store.close();
  } catch {
    // The test has closed it itself.
  }
}

export function user(id: string, text: string, extra: Partial<StoredUser> = {}): StoredUser {
  return {
    kind: 'user',
    id,
    clientId: `client-${id}`,
    turnId: 'turn-1',
    at: NOON,
    text,
    images: [],
    files: [],
    status: 'sent',
    ...extra,
  };
}

export function assistant(id: string, text: string, extra: Partial<StoredAssistant> = {}): StoredAssistant {
  return {
    kind: 'assistant',
    id,
    turnId: 'turn-1',
    at: NOON + 1,
    text,
    reasoning: '',
    status: 'done',
    model: 'test/model',
    toolCalls: [],
    ...extra,
  };
}

export function tool(id: string, end?: StoredTool['end']): StoredTool {
  return {
    kind: 'tool',
    id,
    turnId: 'turn-1',
    at: NOON + 2,
    name: 'shell',
    title: 'Run ls',
    arguments: { command: 'ls', nested: { list: [1, 'two', null] } },
    startedAt: NOON + 2,
    ...(end ? { end } : {}),
  };
}
