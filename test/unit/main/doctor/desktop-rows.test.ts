import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type HostPlatform, platformRefusal } from '../../../../main/computer/platform.ts';
import type { ProbeReport } from '../../../../main/computer/ports.ts';
import type { DesktopFacts } from '../../../../main/doctor/desktop/desktop-facts.ts';
import { desktopChecks, desktopRows } from '../../../../main/doctor/desktop/desktop-rows.ts';
import { readXSessions } from '../../../../main/doctor/desktop/x-sessions.ts';
import type { Probe } from '../../../../protocol/helper/operations.ts';
import type { ComputerState, HelperInstall } from '../../../../protocol/ipc/shapes.ts';
import { COMPUTER } from '../../../support/window-fixture/sample-data.ts';

const yes = { value: true, detail: 'Works.' };
const PROBE: Probe = {
  displayServer: 'x11',
  screenCapture: yes,
  inputControl: { value: true, detail: 'XTEST is present.' },
  accessibility: yes,
  clipboard: yes,
  idle: yes,
  locked: { value: false, detail: 'The session is not locked.' },
};

interface Setting {
  platform?: HostPlatform;
  env?: DesktopFacts['env'];
  probe?: Partial<Probe>;
  failed?: { code: string; text: string };
  enabled?: boolean;
  helper?: Partial<HelperInstall>;
  xSessions?: string[];
}

function facts(setting: Setting = {}): DesktopFacts {
  const { platform = { os: 'linux', arch: 'x64' }, env = { DISPLAY: ':7' }, enabled = true, failed } = setting;
  const unsupported = platformRefusal(platform);
  const computer: ComputerState = {
    ...COMPUTER,
    enabled,
    supported: unsupported === null,
    unsupportedReason: unsupported?.message ?? null,
    helper: { ...COMPUTER.helper, ...setting.helper },
  };
  const probe = { ...PROBE, ...setting.probe };
  const report: ProbeReport = failed ? { ok: false, ...failed } : { ok: true, helperVersion: '0.1.0', probe };
  return { platform, env, computer, report, xSessions: setting.xSessions ?? [] };
}

const page = (setting: Setting, id: string) => desktopRows(facts(setting)).find((row) => row.id === id);

async function doctor(setting: Setting, id = 'computer_use') {
  const check = desktopChecks(async () => facts(setting)).find((one) => one.id === id);
  return check?.run(new AbortController().signal);
}

describe('the row of computer use', () => {
  const denied = { value: false, detail: 'Not granted.' };
  it.each<[string, Setting, 'ok' | 'warn' | 'fail', RegExp]>([
    ['off', { enabled: false }, 'ok', /is off.*Settings > Computer use/],
    [
      'on without a helper',
      {
        failed: { code: 'helper_not_installed', text: 'x' },
        helper: { state: 'absent', source: 'download', version: '0.3.0' },
      },
      'warn',
      /Not installed; version 0\.3\.0 would be installed/,
    ],
    [
      'on with an older helper',
      {
        failed: { code: 'helper_not_installed', text: 'x' },
        helper: { state: 'update_available', olderVersion: '0.2.0', version: '0.3.0' },
      },
      'warn',
      /0\.2\.0.*0\.3\.0/,
    ],
    ['an Intel Mac', { platform: { os: 'darwin', arch: 'x64' } }, 'warn', /Intel macOS.*The rest of Fermix works/],
    [
      'Linux on arm64',
      { platform: { os: 'linux', arch: 'arm64' } },
      'warn',
      /Linux on arm64.*The rest of Fermix works/,
    ],
    ['Linux X11', {}, 'ok', /X11 at :7.*0\.1\.0/],
    ['Wayland', { probe: { displayServer: 'wayland' } }, 'warn', /Wayland.*refused.*everything else work/],
    ['no display', { probe: { displayServer: 'none' } }, 'warn', /no display for this process/],
    [
      'a locked screen',
      { probe: { locked: { value: true, detail: 'The session is locked.' } } },
      'warn',
      /locked.*Nothing is typed/,
    ],
    [
      'macOS without input',
      { platform: { os: 'darwin', arch: 'arm64' }, probe: { displayServer: 'quartz', inputControl: denied } },
      'warn',
      /silently dropped/,
    ],
    [
      'macOS without capture',
      { platform: { os: 'darwin', arch: 'arm64' }, probe: { displayServer: 'quartz', screenCapture: denied } },
      'warn',
      /Screen pictures: Not granted/,
    ],
    [
      'Windows as a service',
      { platform: { os: 'win32', arch: 'x64' }, probe: { displayServer: 'windows', screenCapture: denied } },
      'warn',
      /Screen pictures/,
    ],
    [
      'a changed file',
      { failed: { code: 'helper_checksum_mismatch', text: 'A file has another content.' } },
      'fail',
      /another content/,
    ],
    [
      'an incompatible helper',
      { failed: { code: 'helper_incompatible', text: 'The app speaks 2, the helper 1.' } },
      'fail',
      /2.*1/,
    ],
    ['a probe that fails', { failed: { code: 'timeout', text: 'It did not answer.' } }, 'fail', /did not answer/],
  ])('%s', async (_, setting, status, words) => {
    const found = await doctor(setting);
    expect(found?.message).toMatch(words);
    expect(found?.status).toBe(status);
  });

  it('names the exact step of each system', async () => {
    const mac = { os: 'darwin', arch: 'arm64' };
    const input = await doctor({ platform: mac, probe: { displayServer: 'quartz', inputControl: denied } });
    expect(input?.remedy).toMatch(/System Settings > Privacy & Security > Accessibility.*remove the entry/);
    const capture = await doctor({ platform: mac, probe: { displayServer: 'quartz', screenCapture: denied } });
    expect(capture?.remedy).toMatch(/Screen & System Audio Recording/);
    const windows = {
      platform: { os: 'win32', arch: 'x64' },
      probe: { displayServer: 'windows' as const, screenCapture: denied },
    };
    expect((await doctor(windows))?.remedy).toMatch(/desktop session you are logged in to/);
  });
});

describe('a Wayland session', () => {
  it('is sent to an X11 session only where the login screen offers one', () => {
    const wayland = { displayServer: 'wayland' as const };
    expect(page({ probe: wayland }, 'display')?.step).toBeNull();
    expect(page({ probe: wayland, xSessions: ['GNOME on Xorg'] }, 'display')?.step).toContain('"GNOME on Xorg"');
  });

  it('is recognised without a helper, and wins over DISPLAY', () => {
    const failed = { code: 'helper_not_installed', text: 'Not there.' };
    const env = { DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' };
    expect(page({ failed, env }, 'display')).toMatchObject({
      state: 'unavailable',
      message: expect.stringContaining('Wayland'),
    });
    expect(page({ failed, env: { DISPLAY: ':0', XDG_SESSION_TYPE: 'wayland' } }, 'display')?.message).toContain(
      'Wayland',
    );
    expect(page({ failed, env: {} }, 'display')?.message).toContain('DISPLAY is not set');
    expect(page({ failed, env: { DISPLAY: ':0' } }, 'display')?.message).toContain('X11 at :0');
  });
});

describe('the rows of the page', () => {
  it('repeat the step the helper names, and no other', () => {
    const step = 'Install the package at-spi2-core, then log in again.';
    const missing = { value: false, detail: 'The accessibility bus is not installed.', step };
    expect(page({ probe: { accessibility: missing } }, 'accessibility')).toMatchObject({ state: 'denied', step });
    const silent = { value: false, detail: 'There is no D-Bus session bus.' };
    expect(page({ probe: { accessibility: silent } }, 'accessibility')).toMatchObject({ state: 'denied', step: null });
  });

  it('offer to ask the system only on macOS, and only for what is denied', () => {
    const denied = { value: false, detail: 'Not granted.' };
    const mac = {
      platform: { os: 'darwin', arch: 'arm64' },
      probe: { displayServer: 'quartz' as const, inputControl: denied },
    };
    expect(
      desktopRows(facts(mac))
        .filter((row) => row.canAsk)
        .map((row) => row.id),
    ).toEqual(['input_control']);
    expect(desktopRows(facts({ probe: { inputControl: denied } })).some((row) => row.canAsk)).toBe(false);
  });

  it('say that nothing was tried where the helper does not run', () => {
    const rows = desktopRows(facts({ failed: { code: 'helper_fault', text: 'It ended.' } }));
    expect(rows.find((row) => row.id === 'clipboard')).toMatchObject({
      state: 'unknown',
      message: expect.stringContaining('Not tried'),
    });
    expect(rows.find((row) => row.id === 'helper')).toMatchObject({
      state: 'unavailable',
      step: expect.stringContaining('Install again'),
    });
  });

  it('have ids of their own and a label', () => {
    const rows = desktopRows(facts());
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
    expect(rows.map((row) => row.id)).toEqual(
      expect.arrayContaining([
        'helper',
        'display',
        'screen_capture',
        'input_control',
        'accessibility',
        'idle',
        'clipboard',
        'screen_lock',
      ]),
    );
    expect(rows.every((row) => row.label !== '' && row.state === 'granted')).toBe(true);
  });
});

it('reads the X11 sessions that a login screen offers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fermix-sessions-'));
  try {
    writeFileSync(join(folder, 'gnome-xorg.desktop'), '[Desktop Entry]\nName=GNOME on Xorg\nName[de]=GNOME auf Xorg\n');
    writeFileSync(join(folder, 'hidden.desktop'), '[Desktop Entry]\nName=Hidden\nNoDisplay=true\n');
    writeFileSync(join(folder, 'readme.txt'), 'Name=No session\n');
    expect(await readXSessions(folder)).toEqual(['GNOME on Xorg']);
    expect(await readXSessions(join(folder, 'nothing'))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
