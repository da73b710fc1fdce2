import { redact } from './redact.ts';
import type { SecretStore } from './secrets-port.ts';

/** Recognises the secrets of this app in a text. */
export interface KnownSecrets {
  /** True when the text holds a key this app uses, or something in the shape of one. */
  holds(text: string): boolean;
  /** The text with each of them covered. */
  cover(text: string): string;
}

const COVER = '[REDACTED]';
/** Shorter values would cover ordinary words. */
const SHORTEST = 6;
const SECRET_VARIABLE = /(^|_)(api_?key|key|token|secret|password|passwd|passphrase|credentials?)$/i;

/**
 * Keeps in memory, never on disk, what was read from or written to the secret store, and the values of environment
 * variables that are named like secrets. Nothing is read for it: asking a keychain may open a dialog.
 */
export function watchSecrets(
  secrets: SecretStore,
  env: Readonly<Record<string, string | undefined>>,
): { secrets: SecretStore; known: KnownSecrets } {
  const values = new Set<string>();
  const learn = (value: string | undefined) => {
    const text = value?.trim() ?? '';
    if (text.length >= SHORTEST) values.add(text);
  };
  for (const [name, value] of Object.entries(env)) if (SECRET_VARIABLE.test(name)) learn(value);
  return {
    secrets: {
      get backend() {
        return secrets.backend;
      },
      get note() {
        return secrets.note;
      },
      has: (name) => secrets.has(name),
      async read(name) {
        const found = await secrets.read(name);
        if (found.ok) learn(found.value);
        return found;
      },
      write(name, value) {
        learn(value);
        return secrets.write(name, value);
      },
      remove: (name) => secrets.remove(name),
    },
    known: {
      holds: (text) => redact(text) !== text || [...values].some((value) => text.includes(value)),
      cover(text) {
        let covered = text;
        // The longest first: one that begins like a longer one would leave its end to be read.
        for (const value of [...values].sort((a, b) => b.length - a.length)) covered = covered.replaceAll(value, COVER);
        return redact(covered);
      },
    },
  };
}
