import type { ModelError } from '../../agent/model-client.ts';
import type { Clock } from '../../agent/ports.ts';

/** The last failure of a provider that has not answered since. */
export interface Trouble {
  /** ms since 1970. */
  at: number;
  /** For the owner. */
  message: string;
  /** Who answered in its place, by model id. */
  replacedBy?: string;
}

/** How the providers have done since the start, in memory alone. */
export interface ProviderHealth {
  trouble(provider: string): Trouble | null;
  answered(provider: string): void;
  failed(provider: string, error: ModelError): void;
  replaced(provider: string, by: string): void;
  onChange(listener: () => void): () => void;
}

export function createProviderHealth(clock: Pick<Clock, 'now'>): ProviderHealth {
  const troubles = new Map<string, Trouble>();
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of [...listeners]) listener();
  };
  return {
    trouble: (provider) => troubles.get(provider) ?? null,
    answered(provider) {
      if (troubles.delete(provider)) tell();
    },
    failed(provider, { message }) {
      troubles.set(provider, { at: clock.now(), message });
      tell();
    },
    replaced(provider, by) {
      const trouble = troubles.get(provider);
      if (trouble) troubles.set(provider, { ...trouble, replacedBy: by });
      tell();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
