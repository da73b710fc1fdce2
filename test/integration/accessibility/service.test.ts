import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  eventually,
  listed,
  markedPicture,
  openControls,
  regionOf,
  startProgram,
} from '../../support/accessibility/programs.ts';
import { openDisplay, useDisplay } from '../../support/display.ts';
import { HelperProcess } from '../../support/helper-process.ts';

const STATUS = ['--session', '--print-reply=literal', '--dest=org.a11y.Bus', '/org/a11y/bus'];
const FACE = 'org.freedesktop.DBus.Properties';

async function isEnabled(env: Record<string, string>): Promise<boolean> {
  const ask = [...STATUS, `${FACE}.Get`, 'string:org.a11y.Status', 'string:IsEnabled'];
  const { stdout } = await promisify(execFile)('dbus-send', ask, { env: { ...process.env, ...env } });
  return stdout.includes('true');
}

describe('the accessibility service', () => {
  const display = useDisplay();

  it('is switched on while the helper lives, and left as it was found', { timeout: 60_000 }, async () => {
    const { env } = display();
    const off = [...STATUS, `${FACE}.Set`, 'string:org.a11y.Status', 'string:IsEnabled', 'variant:boolean:false'];
    await promisify(execFile)('dbus-send', off, { env: { ...process.env, ...env } });
    const helper = await HelperProcess.start(env);
    await helper.act({ action: { action: 'screenshot' } });
    await eventually(() => isEnabled(env), 'the switch');
    await helper.stop();
    expect(await isEnabled(env)).toBe(false);
  });

  it('costs a bounded time and says so when a program hangs', { timeout: 60_000 }, async () => {
    const helper = await HelperProcess.start(display().env);
    const program = await openControls('gtk3', display().env, 'Hangs');
    try {
      await eventually(async () => (await markedPicture(helper, 'Hangs')).marks.marks.length > 5, 'its marks');
      program.child.kill('SIGSTOP');
      const { marks } = await markedPicture(helper, 'Hangs');
      expect(marks.truncated).toBe('time');
      expect(marks.note).toMatch(/does not answer/);
      expect(marks.source).toBe('picture');
      program.child.kill('SIGCONT');
      await eventually(
        async () => (await markedPicture(helper, 'Hangs')).marks.source === 'accessibility',
        'its marks again',
      );
    } finally {
      program.child.kill('SIGCONT');
      await program.stop();
      await helper.stop();
    }
  });

  it('is not needed: shapes are proposed where a program tells nothing, and called guesses', {
    timeout: 60_000,
  }, async () => {
    const helper = await HelperProcess.start(display().env);
    const program = startProgram('xcalc', [], display().env);
    try {
      await eventually(() => regionOf(helper, 'Calculator'), 'the calculator');
      const marks = await eventually(async () => {
        const seen = (await markedPicture(helper, 'Calculator')).marks;
        return seen.marks.length > 30 && seen;
      }, 'its keys');
      expect(marks.source).toBe('picture');
      expect(marks.note).toMatch(/guesses/);
      const { reading } = await listed(helper, 'Calculator');
      expect(reading.source).toBe('picture');
      expect(reading.items.every((one) => one.actions.length === 0 && one.name === '')).toBe(true);
    } finally {
      await program.stop();
      await helper.stop();
    }
  });
});

describe('without a D-Bus session', () => {
  it('lists windows, and refuses a list of controls by name', { timeout: 60_000 }, async () => {
    const display = await openDisplay({ dbus: false });
    const env = { ...display.env, DBUS_SESSION_BUS_ADDRESS: '' };
    const helper = await HelperProcess.start(env);
    const program = startProgram('xcalc', [], env);
    try {
      await eventually(() => regionOf(helper, 'Calculator'), 'the calculator');
      const asked = helper.act({ action: { action: 'elements' } });
      await expect(asked).rejects.toMatchObject({ code: 'accessibility_unavailable' });
      const { marks } = await markedPicture(helper, 'Calculator');
      expect(marks.note).toMatch(/no D-Bus session bus/);
    } finally {
      await program.stop();
      await helper.stop();
      await display.stop();
    }
  });
});
