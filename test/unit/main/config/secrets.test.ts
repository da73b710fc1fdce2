import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEnvironmentSecrets } from '../../../../main/config/environment-secrets.ts';
import { secretFile } from '../../../../main/config/secret-file.ts';
import { temporaryHome } from './temporary-home.ts';

describe('keys of a host without Electron', () => {
  it('come from the environment', async () => {
    const { home } = temporaryHome();
    const secrets = createEnvironmentSecrets({ env: { OPENAI_API_KEY: ' key ', XAI_API_KEY: '  ' }, home });
    expect(secrets.has('OPENAI_API_KEY')).toBe(true);
    expect(await secrets.read('OPENAI_API_KEY')).toEqual({ ok: true, value: 'key' });
    expect(secrets.has('XAI_API_KEY')).toBe(false);
    expect(await secrets.read('XAI_API_KEY')).toEqual({ ok: false, code: 'missing' });
  });

  it('that the app has stored are seen but need the app', async () => {
    const { home } = temporaryHome();
    const file = secretFile(home, 'ANTHROPIC_API_KEY');
    mkdirSync(dirname(file));
    writeFileSync(file, 'v11 sealed');
    const secrets = createEnvironmentSecrets({ env: {}, home });
    expect(secrets.has('ANTHROPIC_API_KEY')).toBe(true);
    expect(await secrets.read('ANTHROPIC_API_KEY')).toEqual({ ok: false, code: 'secret_needs_app' });
  });

  it('cannot be saved', async () => {
    const { home } = temporaryHome();
    const secrets = createEnvironmentSecrets({ env: {}, home });
    await expect(secrets.write('OPENAI_API_KEY', 'x')).rejects.toMatchObject({ code: 'no_secret_store' });
    await expect(secrets.remove('OPENAI_API_KEY')).rejects.toMatchObject({ code: 'no_secret_store' });
  });

  it('have names that cannot leave their folder', () => {
    expect(() => secretFile('/home', '../config')).toThrow(RangeError);
  });
});
