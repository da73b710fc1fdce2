import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createComputer } from '../../../main/computer/create-computer.ts';
import { readManifest } from '../../../main/computer/helper-manifest.ts';
import { createHttpsGet } from '../../../main/computer/install/https-get.ts';
import { createSystemClock, createSystemIds } from '../../../main/host/system-ports.ts';
import { packHelper } from '../../../scripts/build-helper-archive.mjs';
import { BUILT_HELPER } from '../../support/built-computer.ts';
import { memoryConfig, OWNER } from '../../support/computer.ts';
import { makeCertificate } from '../../support/install/certificates.ts';
import { serveFile, startReleaseServer } from '../../support/install/release-server.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fermix-installed-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const manifest = readManifest(JSON.parse(readFileSync(join(BUILT_HELPER, 'manifest.json'), 'utf8')));
const target = () => join(home, 'helpers', manifest?.version ?? '', 'linux-x86_64');
/** No display: starting and answering is what counts here. */
const NO_DISPLAY = { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '' };

function open(more: Partial<Parameters<typeof createComputer>[0]> = {}) {
  const clock = createSystemClock();
  const { config, store } = memoryConfig();
  config.computerUse.enabled = false;
  const quiet = () => undefined;
  const { service } = createComputer({
    clock,
    ids: createSystemIds(clock),
    log: { info: quiet, warn: quiet, error: quiet },
    config: store,
    home,
    helperDirectory: BUILT_HELPER,
    environment: NO_DISPLAY,
    platform: { os: 'linux', arch: 'x64' },
    appVersion: '0.0.0',
    appPid: process.pid,
    manifest,
    release: null,
    ...more,
  });
  const look = () =>
    service.act({ action: 'screenshot' }, { caller: OWNER, turnId: 't1', signal: new AbortController().signal });
  return { service, config, look };
}

test('switching on installs what came with the app, starts it once, and removing leaves nothing', async () => {
  const { service, config } = open();
  try {
    expect(service.state()).toMatchObject({
      enabled: false,
      installed: false,
      helper: { state: 'absent', source: 'package' },
    });
    expect(service.unavailable()).toMatchObject({ code: 'not_enabled' });
    const steps = new Set<string>();
    service.onChange(({ helper }) => helper.progress && void steps.add(helper.progress.step));
    expect(await service.enable(true)).toMatchObject({
      enabled: true,
      installed: true,
      helper: { state: 'installed' },
    });
    expect([...steps]).toEqual(['copying', 'starting']);
    expect(service.unavailable()).toBeNull();
    expect(await service.probe()).toMatchObject({ ok: true, helperVersion: manifest?.version });

    expect(await service.remove()).toMatchObject({ enabled: false, helper: { state: 'absent', removed: true } });
    expect(config.computerUse.enabled).toBe(false);
    expect(existsSync(join(home, 'helpers'))).toBe(false);
  } finally {
    await service.close();
  }
});

test('a home whose settings have it on gets what came with the app at the first use', async () => {
  const { service, config, look } = open();
  config.computerUse.enabled = true;
  try {
    expect(service.unavailable()).toBeNull();
    expect(await look()).toMatchObject({ ok: false, code: 'no_active_display' });
    expect(existsSync(join(target(), 'index.mjs'))).toBe(true);
  } finally {
    await service.close();
  }
});

test('an update installs beside the old version, which goes once the new one has answered', async () => {
  mkdirSync(join(home, 'helpers', '0.0.1', 'linux-x86_64'), { recursive: true });
  const { service, config } = open();
  config.computerUse.enabled = true;
  try {
    expect(service.state().helper).toMatchObject({ state: 'update_available', olderVersion: '0.0.1' });
    await service.install();
    expect(existsSync(join(home, 'helpers', '0.0.1'))).toBe(false);
    expect(service.state().helper).toMatchObject({ state: 'installed' });
  } finally {
    await service.close();
  }
});

test('the archive that is published installs over https, and a changed file is refused and repaired', async () => {
  const packed = await packHelper(BUILT_HELPER, join(home, 'release'), 1);
  expect(packed.name).toBe(`fermix-helper-${manifest?.version}-linux-x86_64.tar.gz`);
  const certificate = makeCertificate('*.fermix.test');
  const server = await startReleaseServer(certificate);
  server.answer = serveFile(readFileSync(packed.path));
  const { service, look } = open({
    helperDirectory: join(home, 'nothing'),
    release: {
      url: `https://releases.fermix.test:${server.port}/${packed.name}`,
      hosts: [],
      size: packed.size,
      sha256: packed.sha256,
    },
    httpsGet: createHttpsGet({ ca: certificate.ca, lookup: server.lookup }),
  });
  try {
    expect(service.state().helper).toMatchObject({ state: 'absent', source: 'download', bytes: packed.size });
    await service.enable(true);
    expect(await look()).toMatchObject({ code: 'no_active_display' });

    await service.end('c1');
    writeFileSync(join(target(), 'index.mjs'), 'process.exit(0);\n');
    expect(await look()).toMatchObject({ ok: false, code: 'helper_checksum_mismatch' });
    expect(service.state().helper).toMatchObject({ state: 'error', problem: { code: 'helper_checksum_mismatch' } });
    await service.install();
    expect(await look()).toMatchObject({ code: 'no_active_display' });
  } finally {
    await service.close();
    await server.close();
  }
});

test('a helper that does not start leaves computer use off and says so', async () => {
  const broken = join(home, 'broken');
  cpSync(BUILT_HELPER, broken, { recursive: true });
  const script = Buffer.from('process.exit(3);\n');
  writeFileSync(join(broken, 'index.mjs'), script);
  const { createHash } = await import('node:crypto');
  const sha256 = createHash('sha256').update(script).digest('hex');
  const files = (manifest?.files ?? []).map((file) =>
    file.path === 'index.mjs' ? { ...file, size: script.length, sha256 } : file,
  );
  const other = { version: '9.9.9', target: 'linux-x64', files };
  writeFileSync(join(broken, 'manifest.json'), JSON.stringify(other));
  const { service } = open({ helperDirectory: broken, manifest: other });
  try {
    await expect(service.enable(true)).rejects.toMatchObject({ code: 'install_start_failed' });
    expect(service.state()).toMatchObject({ enabled: false, helper: { state: 'error' } });
  } finally {
    await service.close();
  }
});

test.each([
  ['linux', 'arm64', /no build for Linux on arm64/],
  ['darwin', 'x64', /Intel macOS/],
  ['freebsd', 'x64', /freebsd/],
])('on %s %s nothing is offered, and the reason names the system', async (os, arch, words) => {
  const { service } = open({ platform: { os, arch } });
  try {
    expect(service.state()).toMatchObject({ supported: false, helper: { state: 'unsupported', source: null } });
    await expect(service.enable(true)).rejects.toMatchObject({
      code: 'platform_unsupported',
      message: expect.stringMatching(words),
    });
    expect(existsSync(join(home, 'helpers'))).toBe(false);
  } finally {
    await service.close();
  }
});
