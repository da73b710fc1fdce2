import { join } from 'node:path';

/** Where the app keeps a secret, encrypted by the system's keychain: one file of mode 0600 in a folder of mode 0700. */
export function secretFile(home: string, name: string): string {
  if (!/^[A-Z][A-Z0-9_]{0,127}$/.test(name)) throw new RangeError('A secret is named like an environment variable.');
  return join(home, 'secrets', `${name}.enc`);
}
