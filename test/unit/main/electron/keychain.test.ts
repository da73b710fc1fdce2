import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { type Encryption, openKeychain } from '../../../../main/electron/keychain.ts';
import { temporaryFolder } from '../../scripts/temporary-folder.ts';

const folder = temporaryFolder();
const path = () => join(folder.path(), 'secrets', 'ANTHROPIC_API_KEY.enc');
let plainAllowed = false;
let decrypted = 0;

/** Turns bytes around, which is enough to see that no plain text is written. */
function encryption(backend: string): Encryption {
  return {
    isEncryptionAvailable: () => backend !== 'basic_text' || plainAllowed,
    encryptString: (text) => Buffer.from(text).reverse(),
    decryptString(blob) {
      decrypted += 1;
      if (blob.length === 0) throw new Error('bad blob');
      return Buffer.from(blob).reverse().toString();
    },
    setUsePlainTextEncryption: (use) => {
      plainAllowed = use;
    },
    getSelectedStorageBackend: () => backend,
  };
}

const open = (backend = 'gnome_libsecret', env: Record<string, string> = {}) =>
  openKeychain({ home: folder.path(), encryption: encryption(backend), platform: 'linux', env });

beforeEach(() => {
  plainAllowed = false;
  decrypted = 0;
});

it('keeps a key encrypted, for the user alone, and gives it back', async () => {
  const secrets = open();
  await secrets.write('ANTHROPIC_API_KEY', 'sk-ant-1');
  expect(readFileSync(path(), 'utf8')).not.toContain('sk-ant-1');
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder.path(), 'secrets')).mode & 0o777).toBe(0o700);
  expect(await open().read('ANTHROPIC_API_KEY')).toEqual({ ok: true, value: 'sk-ant-1' });
});

it('tells presence without opening anything', async () => {
  const secrets = open();
  expect(secrets.has('ANTHROPIC_API_KEY')).toBe(false);
  await secrets.write('ANTHROPIC_API_KEY', 'x');
  expect(secrets.has('ANTHROPIC_API_KEY')).toBe(true);
  expect(decrypted).toBe(0);
});

it('forgets a key', async () => {
  const secrets = open();
  await secrets.write('ANTHROPIC_API_KEY', 'x');
  await secrets.remove('ANTHROPIC_API_KEY');
  await secrets.remove('ANTHROPIC_API_KEY');
  expect(existsSync(path())).toBe(false);
  expect(await secrets.read('ANTHROPIC_API_KEY')).toEqual({ ok: false, code: 'missing' });
});

it('takes the provider variable where nothing is stored', async () => {
  const secrets = open('gnome_libsecret', { OPENAI_API_KEY: 'from-env', EMPTY: ' ' });
  expect(await secrets.read('OPENAI_API_KEY')).toEqual({ ok: true, value: 'from-env' });
  expect([secrets.has('OPENAI_API_KEY'), secrets.has('EMPTY')]).toEqual([true, false]);
});

it('says that obfuscation is no protection, and uses it only when asked to keep a key', async () => {
  const secrets = open('basic_text');
  expect(secrets.backend).toBe('basic_text');
  expect(secrets.note).toContain('only obfuscated');
  expect(plainAllowed).toBe(false);
  await secrets.write('ANTHROPIC_API_KEY', 'x');
  expect(plainAllowed).toBe(true);
});

it('keeps nothing where nothing can keep it', async () => {
  const secrets = open('unknown');
  expect(secrets.backend).toBe('none');
  await expect(secrets.write('ANTHROPIC_API_KEY', 'x')).rejects.toMatchObject({ code: 'no_secret_store' });
  expect(existsSync(path())).toBe(false);
});

it('answers unreadable for a damaged blob', async () => {
  const secrets = open();
  await secrets.write('ANTHROPIC_API_KEY', 'x');
  writeFileSync(path(), '');
  expect(await secrets.read('ANTHROPIC_API_KEY')).toEqual({ ok: false, code: 'unreadable' });
});

it.each(['../evil', 'a/b', '', 'lower', 'A'.repeat(200)])('never makes a path of the name %o', async (name) => {
  await expect(open().write(name, 'x')).rejects.toThrow();
});
