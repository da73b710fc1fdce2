import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProbeReport } from '../../../../main/computer/ports.ts';
import { createEnvironmentSecrets } from '../../../../main/config/environment-secrets.ts';
import { openConfig } from '../../../../main/config/open-config.ts';
import { createDoctor, type DoctorReach } from '../../../../main/doctor/doctor.ts';
import type { Probe } from '../../../../protocol/helper/operations.ts';
import { COMPUTER } from '../../../support/window-fixture/sample-data.ts';

const NO_ROUTE = { provider: null, model: null, effort: null };

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fermix-doctor-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const yes = { value: true, detail: '' };
const probe: Probe = {
  displayServer: 'x11',
  screenCapture: yes,
  inputControl: yes,
  accessibility: yes,
  clipboard: yes,
  idle: yes,
  locked: { value: false, detail: '' },
};

function reach(changes: Partial<DoctorReach> = {}): DoctorReach {
  return {
    home,
    places: { platform: process.platform, osHome: home, home, startDirectory: home, userData: null },
    env: {},
    runtime: 'Node 24',
    appVersion: '1.0.0',
    now: () => Date.parse('2026-11-30T12:00:00Z'),
    secrets: createEnvironmentSecrets({ env: {}, home }),
    openConfig: async () => openConfig({ home, env: {} }),
    store: () => ({ path: join(home, 'memory.db'), driver: 'better-sqlite3' }),
    traces: { folder: '/traces-of-nobody', keepsContent: true, denials: async () => [] },
    models: async () => ({
      current: { id: 'direct', label: 'Direct mode', effort: null, contextWindow: null },
      providers: [],
      routing: { subagent: NO_ROUTE, cron: NO_ROUTE, meeting: NO_ROUTE, standIns: [], ownOrder: false },
      secretBackend: 'environment',
      secretNote: null,
    }),
    platform: { os: 'linux', arch: 'x64' },
    computer: () => ({ ...COMPUTER, enabled: true }),
    probe: async (): Promise<ProbeReport> => ({ ok: true, helperVersion: '0.1.0', probe }),
    askPermissions: async () => {
      throw new Error('Nobody pressed a button.');
    },
    owner: () => null,
    isListening: async () => true,
    ...changes,
  };
}

async function row(id: string, changes: Partial<DoctorReach> = {}) {
  const rows = await createDoctor(reach(changes)).rows();
  const found = rows.find((one) => one.id === id);
  if (!found) throw new Error(`there is no row ${id}`);
  return found;
}

describe('the doctor', () => {
  it('finds nothing to mend in a sound installation', async () => {
    const rows = await createDoctor(reach()).rows();
    expect(rows.filter((one) => one.status !== 'ok')).toEqual([]);
    expect(new Set(rows.map((one) => one.id)).size).toBe(rows.length);
  });

  it('turns a check that throws into a fail row and finishes the others', async () => {
    const rows = await createDoctor(
      reach({
        store() {
          throw Object.assign(new Error('The conversation store is damaged.'), { code: 'store_damaged' });
        },
        probe: async () => {
          throw new Error('boom');
        },
      }),
    ).rows();
    expect(rows.find((one) => one.id === 'store')).toEqual({
      id: 'store',
      status: 'fail',
      message: 'The conversation store is damaged.',
      remedy: expect.stringContaining('Start Fermix again'),
    });
    expect(rows.find((one) => one.id === 'helper')).toMatchObject({
      status: 'fail',
      message: 'The check failed: boom',
    });
    expect(rows.find((one) => one.id === 'config')).toMatchObject({ status: 'ok' });
  });

  it('names the fault of a settings file once and says what could not be checked', async () => {
    writeFileSync(join(home, 'config.toml'), '[sandbox]\nmode = "wide"\n');
    expect(await row('config')).toMatchObject({ status: 'fail', message: expect.stringContaining('mode') });
    expect(await row('sandbox')).toMatchObject({ status: 'warn', message: expect.stringContaining('Not checked') });
  });

  it('reports a key in the settings file without showing it', async () => {
    const key = 'sk-ant-REALLY-SECRET-123456';
    writeFileSync(join(home, 'config.toml'), `[fermix_core.providers.anthropic]\napi_key = "${key}"\n`);
    const rows = await createDoctor(reach()).rows();
    expect(rows.find((one) => one.id === 'plaintext_secrets')).toMatchObject({
      status: 'warn',
      message: expect.stringContaining('anthropic'),
    });
    expect(JSON.stringify(rows)).not.toContain(key);
  });

  it('warns of a home that others can open', async () => {
    chmodSync(home, 0o755);
    const rows = await createDoctor(reach()).rows();
    expect(rows.find((one) => one.id === 'home')).toMatchObject({ status: 'warn', remedy: `Run: chmod 700 '${home}'` });
  });

  it.each([
    ['a new folder', (): string => join(home, 'new', 'home'), 'ok', 'does not exist yet'],
    ['a place of the kernel', (): string => '/proc/nohome', 'fail', 'no folder can be made in /proc'],
    ['a path too long', (): string => join(home, 'x'.repeat(300)), 'fail', 'its path is too long'],
  ] as const)('says whether a home that is not there can be made: %s', async (_, path, status, words) => {
    expect(await row('home', { home: path() })).toMatchObject({ status, message: expect.stringContaining(words) });
  });

  it('names a file and a link that leads nowhere in the place of the home', async () => {
    writeFileSync(join(home, 'file'), '');
    symlinkSync('/no/where', join(home, 'link'));
    const file = await row('home', { home: join(home, 'file') });
    expect(file).toMatchObject({ status: 'fail', message: expect.stringContaining('is not a folder') });
    const config = await row('config', {
      home: join(home, 'file'),
      openConfig: () => Promise.reject(new Error('ENOTDIR')),
    });
    expect(config).toMatchObject({ status: 'warn', message: expect.stringContaining('Not checked') });
    const link = await row('home', { home: join(home, 'link') });
    expect(link).toMatchObject({ status: 'fail', message: expect.stringContaining('/no/where, which does not exist') });
    expect(file.remedy).toContain('--home');
    expect(link.remedy).toContain('--home');
  });

  it.each(['/etc', '/proc'])('fails when the workspace can never be used: %s', async (folder) => {
    writeFileSync(join(home, 'config.toml'), `[sandbox]\nworkspace_root = "${folder}"\n`);
    expect(await row('sandbox')).toMatchObject({
      status: 'fail',
      message: expect.stringContaining(`The workspace ${folder}`),
      remedy: expect.stringContaining('workspace_root'),
    });
  });

  it('says that there is no settings file rather than that it is valid', async () => {
    expect((await row('config')).message).toMatch(/^There is no .*config\.toml/);
    writeFileSync(join(home, 'config.toml'), '');
    expect((await row('config')).message).toMatch(/is valid\.$/);
  });

  it('fails when the owner of the home does not answer, and warns of another version', async () => {
    const owner = { pid: 4711, role: 'app' as const, appVersion: '0.9.0', socket: '/nowhere.sock' };
    expect(await row('host', { owner: () => owner, isListening: async () => false })).toMatchObject({ status: 'fail' });
    expect(await row('host', { owner: () => owner })).toMatchObject({ status: 'warn' });
  });

  it('counts the errors of the last day and passes over older ones and broken lines', async () => {
    const { mkdirSync } = await import('node:fs');
    mkdirSync(join(home, 'logs'));
    const lines = [
      '{"at":"2026-11-20T12:00:00Z","level":"error","event":"old"}',
      '{"at":"2026-11-30T11:00:00Z","level":"error","event":"turn.failed"}',
      '{"at":"2026-11-30T11:00:00Z","level":"info","event":"said \\"level\\":\\"error\\""}',
      '{"at":"2026-11-30T11',
    ];
    writeFileSync(join(home, 'logs', 'fermix.log'), lines.join('\n'));
    const found = await row('log');
    expect(found).toMatchObject({ status: 'warn', message: expect.stringContaining('"turn.failed"') });
    expect(found.message).toMatch(/^1 error/);
  });

  it('asks the helper once for all rows', async () => {
    let asked = 0;
    await createDoctor(
      reach({
        async probe() {
          asked += 1;
          return { ok: true, helperVersion: '0.1.0', probe };
        },
      }),
    ).rows();
    expect(asked).toBe(1);
  });
});
