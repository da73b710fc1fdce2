import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SecretBackend } from '../../protocol/ipc/shapes.ts';
import type { SecretStore } from '../config/secrets-port.ts';

/** The part of Electron's safeStorage that is used; the newer asynchronous half is missing in older runtimes. */
export interface Encryption {
  isEncryptionAvailable(): boolean;
  encryptString(text: string): Buffer;
  decryptString(blob: Buffer): string;
  setUsePlainTextEncryption(use: boolean): void;
  /** Linux only: which password store was found. */
  getSelectedStorageBackend(): string;
}

export interface KeychainOptions {
  home: string;
  encryption: Encryption;
  platform: NodeJS.Platform;
  /** Provider variables are read where nothing was stored. */
  env: Readonly<Record<string, string | undefined>>;
}

const notes: Partial<Record<SecretBackend, string>> = {
  basic_text:
    'No desktop keyring was found. Keys are only obfuscated in a file that other programs of your account can read. ' +
    'Install and unlock a keyring such as gnome-keyring or KWallet, then save the key again.',
  none: 'Nothing on this computer can keep keys. Set the provider’s environment variable instead.',
};

/** Keys encrypted by the operating system's keychain, one file each below `<home>/secrets`. */
export function openKeychain(options: KeychainOptions): SecretStore {
  const { encryption, env, platform } = options;
  const folder = join(options.home, 'secrets');
  const backend = findBackend(encryption, platform);
  // Asked for only where it is all there is; the page has said so by then, because it shows the note with the field.
  const allowObfuscation = () => {
    if (backend === 'basic_text') encryption.setUsePlainTextEncryption(true);
  };
  return {
    backend,
    note: notes[backend] ?? null,
    has: (name) => existsSync(fileOf(folder, name)) || Boolean(env[name]),
    async read(name) {
      const path = fileOf(folder, name);
      if (!existsSync(path)) {
        const value = env[name];
        return value ? { ok: true, value } : { ok: false, code: 'missing' };
      }
      try {
        allowObfuscation();
        return { ok: true, value: encryption.decryptString(readFileSync(path)) };
      } catch {
        return { ok: false, code: 'unreadable' };
      }
    },
    async write(name, value) {
      const path = fileOf(folder, name);
      allowObfuscation();
      if (backend === 'none' || !encryption.isEncryptionAvailable()) throw new NoSecretStore();
      writeSecret(folder, path, encryption.encryptString(value));
    },
    async remove(name) {
      rmSync(fileOf(folder, name), { force: true });
    },
  };
}

/** Nothing here can keep a key; what was typed is not stored anywhere. */
export class NoSecretStore extends Error {
  readonly code = 'no_secret_store';
  constructor() {
    super('The key was not saved: no keychain could be opened. Unlock the desktop keyring and try again.');
    this.name = 'NoSecretStore';
  }
}

function findBackend(encryption: Encryption, platform: NodeJS.Platform): SecretBackend {
  if (platform !== 'linux') return encryption.isEncryptionAvailable() ? 'keychain' : 'none';
  const found = encryption.getSelectedStorageBackend();
  if (found === 'unknown') return 'none';
  return found === 'basic_text' ? 'basic_text' : 'keychain';
}

/** Names are those of environment variables, so a name can never leave the folder. */
function fileOf(folder: string, name: string): string {
  if (!/^[A-Z][A-Z0-9_]{0,99}$/.test(name)) throw new Error('A secret is named like an environment variable.');
  return join(folder, name);
}

function writeSecret(folder: string, path: string, blob: Buffer): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const temporary = `${path}.tmp`;
  rmSync(temporary, { force: true });
  writeFileSync(temporary, blob, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(temporary, path);
}
