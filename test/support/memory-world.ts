import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelClient } from '../../main/agent/model-client.ts';
import type { Clock } from '../../main/agent/ports.ts';
import type { MemoryConfig } from '../../main/config/config-port.ts';
import { redact } from '../../main/config/redact.ts';
import { createMemory, type Memory } from '../../main/memory/create-memory.ts';
import type { MemoryForTools } from '../../main/memory/ports.ts';
import type { SqlDriver } from '../../main/store/driver.ts';
import { openStore, type Store } from '../../main/store/open-store.ts';
import { keptLog, realClock, realIds } from './clock-and-ids.ts';

/** Memory on a database of its own. */
export interface MemoryWorld {
  home: string;
  store: Store;
  settings: MemoryConfig;
  known: { holds(text: string): boolean };
  tools: MemoryForTools;
  memory: Memory;
  log: ReturnType<typeof keptLog>;
  close(): void;
}

interface Options {
  clock?: Clock;
  driver?: SqlDriver;
  home?: string;
  /** Who answers reviews; direct mode without one. */
  clients?: ModelClient[];
}

/** The defaults. */
export function memorySettings(home: string): MemoryConfig {
  return {
    enabled: true,
    ownerId: 'default',
    agentId: 'main',
    promptBaseDir: join(home, 'memory'),
    userTokenCap: 800,
    memoryTokenCap: 1_600,
    reviewIntervalHours: 24,
    reviewMaxMessages: 200,
    reviewInputTokens: 8_000,
    reviewFailureBackoffMs: 3_600_000,
    minConfidence: 0.6,
  };
}

export function openMemoryWorld(options: Options = {}): MemoryWorld {
  const home = options.home ?? mkdtempSync(join(tmpdir(), 'fermix-memory-'));
  const settings = memorySettings(home);
  const store = openStore({
    home,
    clock: options.clock ?? realClock,
    ids: realIds,
    retentionDays: () => 30,
    recordingDays: () => 7,
    memoryIdentity: () => settings,
    ...(options.driver ? { driver: options.driver } : {}),
  });
  const known = { holds: (text: string) => redact(text) !== text };
  const log = keptLog();
  const [first, ...others] = options.clients ?? [];
  const memory = createMemory({
    store: store.memory,
    reviews: store.reviews,
    models: {
      current: async () => (first ? { ok: true, client: first } : { ok: false, error: NO_MODEL }),
      fallbacks: async () => others,
    },
    known,
    settings: () => settings,
    clock: options.clock ?? realClock,
    ids: realIds,
    log,
  });
  return {
    home,
    store,
    settings,
    known,
    memory,
    log,
    tools: memory.tools,
    close() {
      store.close();
      if (options.home === undefined) rmSync(home, { recursive: true, force: true });
    },
  };
}

const NO_MODEL = { kind: 'no_model', provider: '', stage: 'before_response', message: 'No model.' } as const;
