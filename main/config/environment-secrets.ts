import { existsSync } from 'node:fs';
import { secretFile } from './secret-file.ts';
import type { SecretStore } from './secrets-port.ts';
import { SecretError } from './secrets-port.ts';

/**
 * Keys for a host that Electron does not run: from the environment alone. What the app has stored can be seen but not
 * opened here, and is answered `secret_needs_app`.
 */
export function createEnvironmentSecrets(options: {
  env: Readonly<Record<string, string | undefined>>;
  home: string;
}): SecretStore {
  const fromEnvironment = (name: string) => options.env[name]?.trim() || null;
  const isStored = (name: string) => existsSync(secretFile(options.home, name));
  const refuse = async () => {
    throw new SecretError(
      'no_secret_store',
      'Keys can only be saved in the app. In the terminal, set the provider variable instead.',
    );
  };
  return {
    backend: 'environment',
    note: 'Keys are taken from environment variables. Keys saved in the app can only be read by the app.',
    has: (name) => fromEnvironment(name) !== null || isStored(name),
    async read(name) {
      const value = fromEnvironment(name);
      if (value !== null) return { ok: true, value };
      return { ok: false, code: isStored(name) ? 'secret_needs_app' : 'missing' };
    },
    write: refuse,
    remove: refuse,
  };
}
