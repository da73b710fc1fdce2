import type { MemoryConfig } from '../config/config-port.ts';
import type { KnownSecrets } from '../config/known-secrets.ts';
import type { MemoryStore } from '../store/memory-port.ts';
import type { MemoryForTools } from './ports.ts';
import { recall } from './recall.ts';
import { remember } from './remember.ts';

export interface MemoryToolParts {
  store: MemoryStore;
  known: Pick<KnownSecrets, 'holds'>;
  settings(): MemoryConfig;
  /** A row was kept. */
  onChange?(): void;
}

/** What the agent remembers, as its tools see it. */
export function createMemoryForTools({ store, known, settings, onChange }: MemoryToolParts): MemoryForTools {
  return {
    remember(caller, input, turnId) {
      const end = remember({ store, known, enabled: settings().enabled }, caller, input, turnId);
      if (end.ok) onChange?.();
      return end;
    },
    recall: (caller, query) => recall({ store, identity: settings(), enabled: settings().enabled }, caller, query),
    sources: (filter) => (settings().enabled ? store.sources(filter) : []),
  };
}
