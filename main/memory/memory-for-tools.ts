import type { MemoryConfig } from '../config/config-port.ts';
import type { KnownSecrets } from '../config/known-secrets.ts';
import type { MemoryStore } from '../store/memory-port.ts';
import type { MemoryForTools } from './ports.ts';
import { recall } from './recall.ts';
import { remember } from './remember.ts';

export interface MemoryParts {
  store: MemoryStore;
  known: Pick<KnownSecrets, 'holds'>;
  settings(): MemoryConfig;
}

/** What the agent remembers, as its tools see it. */
export function createMemoryForTools({ store, known, settings }: MemoryParts): MemoryForTools {
  return {
    remember: (caller, input, turnId) => remember({ store, known, enabled: settings().enabled }, caller, input, turnId),
    recall: (caller, query) => recall({ store, identity: settings(), enabled: settings().enabled }, caller, query),
    sources: (filter) => (settings().enabled ? store.sources(filter) : []),
  };
}
