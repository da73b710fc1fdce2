import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SecretBackend } from '../../protocol/ipc/shapes.ts';
import { secretFile } from '../config/secret-file.ts';
import { SecretError, type SecretStore } from '../config/secrets-port.ts';
import { writeFileSafely } from '../config/write-file-safely.ts';

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

const NOT_SAVED = 'The key was not saved: no keychain could be opened. Unlock the desktop keyring and try again.';

/** Keys encrypted by the operating system's keychain, one file each below `<home>/secrets`. */
export function openKeychain(options: KeychainOptions): SecretStore {
  const { encryption, env, home, platform } = options;
  let found: SecretBackend | null = null;
  // Found at the first question: the system knows it only once the app is ready, and asking may open a keyring.
  const backendOf = () => {
    found ??= findBackend(encryption, platform);
    return found;
  };
  // Asked for only where it is all there is; the page has said so by then, because it shows the note with the field.
  const allowObfuscation = () => {
    if (backendOf() === 'basic_text') encryption.setUsePlainTextEncryption(true);
  };
  return {
    get backend() {
      return backendOf();
    },
    get note() {
      return notes[backendOf()] ?? null;
    },
    has: (name) => existsSync(secretFile(home, name)) || Boolean(env[name]?.trim()),
    async read(name) {
      const path = secretFile(home, name);
      if (!existsSync(path)) {
        const value = env[name]?.trim();
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
      const path = secretFile(home, name);
      allowObfuscation();
      if (backendOf() === 'none' || !encryption.isEncryptionAvailable())
        throw new SecretError('no_secret_store', NOT_SAVED);
      await writeSecret(path, encryption.encryptString(value));
    },
    async remove(name) {
      rmSync(secretFile(home, name), { force: true });
    },
  };
}

function findBackend(encryption: Encryption, platform: NodeJS.Platform): SecretBackend {
  if (platform !== 'linux') return encryption.isEncryptionAvailable() ? 'keychain' : 'none';
  const found = encryption.getSelectedStorageBackend();
  if (found === 'unknown') return 'none';
  return found === 'basic_text' ? 'basic_text' : 'keychain';
}

async function writeSecret(path: string, blob: Buffer): Promise<void> {
  try {
    const folder = dirname(path);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    await writeFileSafely(path, blob);
  } catch (cause) {
    throw new SecretError('secret_store_failed', `The key could not be saved in ${dirname(path)}.`, { cause });
  }
}
