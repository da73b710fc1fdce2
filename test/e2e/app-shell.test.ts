import { type StdioOptions, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ensureRuntime } from '../../scripts/lib/electron-runtime.mjs';
import { root } from '../../scripts/lib/paths.mjs';
import { useDisplay as displayForTests } from '../support/display.ts';
import { environmentFor, type Homes, launchApp, makeHomes, type RunningApp } from '../support/e2e/app.ts';

const display = displayForTests({ width: 1280, height: 900 });
let homes: Homes;
let running: RunningApp;
let exited: Promise<number | null>;

beforeEach(async () => {
  homes = await makeHomes();
});

afterEach(async () => {
  if (running.app.process().exitCode === null) await running.kill();
  await homes.remove();
});

/** Starts the app and waits until its page takes typing. */
async function start(): Promise<void> {
  running = await launchApp(display(), homes);
  exited = new Promise((resolve) => running.app.process().once('exit', resolve));
  await running.page.getByLabel('Message', { exact: true }).waitFor();
}

const readLog = () => readFile(join(homes.home, 'logs', 'fermix.log'), 'utf8');

/** A desktop panel as the app sees it: a status-notifier watcher with a host, for the rest of the test. */
function openPanel(): { iconCount(): number } {
  const script = `
from gi.repository import Gio, GLib
xml = '''<node><interface name="org.kde.StatusNotifierWatcher">
<method name="RegisterStatusNotifierItem"><arg type="s" direction="in"/></method>
<property name="IsStatusNotifierHostRegistered" type="b" access="read"/>
<property name="ProtocolVersion" type="i" access="read"/>
<property name="RegisteredStatusNotifierItems" type="as" access="read"/></interface></node>'''
info = Gio.DBusNodeInfo.new_for_xml(xml).interfaces[0]
values = {'IsStatusNotifierHostRegistered': GLib.Variant('b', True), 'ProtocolVersion': GLib.Variant('i', 0),
          'RegisteredStatusNotifierItems': GLib.Variant('as', [])}
def call(bus, sender, path, interface, method, parameters, invocation):
    print('icon', flush=True)
    invocation.return_value(None)
def acquired(bus, name):
    bus.register_object('/StatusNotifierWatcher', info, call, lambda *a: values[a[4]], None)
def owned(bus, name):
    print('ready', flush=True)
Gio.bus_own_name(Gio.BusType.SESSION, 'org.kde.StatusNotifierWatcher', 0, acquired, owned, None)
GLib.MainLoop().run()
`;
  const child = spawn('/usr/bin/python3', ['-c', script], {
    env: { ...process.env, ...display().env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return { iconCount: () => said.split('icon').length - 1 };
}

/** What the window manager does when its close button is pressed. */
const pressClose = () => running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
const isVisible = () =>
  running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() ?? false);

async function startAgain(): Promise<{ code: number | null; words: string }> {
  const { executable } = await ensureRuntime();
  const args = ['--no-sandbox', `--user-data-dir=${homes.userData}`, root];
  const stdio: StdioOptions = ['ignore', 'ignore', 'pipe'];
  const second = spawn(executable, args, { env: environmentFor(display(), homes), stdio });
  let words = '';
  second.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words += text;
  });
  return new Promise((resolve) => second.once('close', (code) => resolve({ code, words })));
}

describe('without a tray', () => {
  it('asks before closing quits, and stays when told to', async () => {
    await start();
    await pressClose();
    const question = running.page.getByRole('dialog', { name: 'Quit Fermix?' });
    await question.waitFor();
    await running.page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    expect(await isVisible()).toBe(true);

    await pressClose();
    await question.getByRole('button', { name: 'Quit' }).click();
    expect(await exited).toBe(0);
  });

  it('puts everything away on SIGTERM', async () => {
    await start();
    running.app.process().kill('SIGTERM');
    expect(await exited).toBe(0);
    const log = await readLog();
    expect(log).toContain('"event":"app.end"');
    expect(log).not.toContain('"level":"error"');
  });
});

describe('with a tray', () => {
  it('hides the window when it is closed, and a second start brings it back', async () => {
    const panel = openPanel();
    await start();
    await vi.waitFor(() => expect(panel.iconCount()).toBeGreaterThan(0), { timeout: 10_000 });
    await vi.waitFor(
      async () => {
        await pressClose();
        expect(await isVisible()).toBe(false);
      },
      { timeout: 10_000, interval: 250 },
    );
    expect(await startAgain()).toMatchObject({ code: 0, words: expect.stringContaining('is already running') });
    await vi.waitFor(async () => expect(await isVisible()).toBe(true), { timeout: 10_000 });
  });
});

describe('the page', () => {
  it('has a sandbox, no Node, no network, no permission, and cannot leave its address', async () => {
    await start();
    const { page } = running;
    const address = page.url();
    expect(address).toBe('fermix://window/index.html');
    const found = await page.evaluate(async () => {
      const outcome = (work: Promise<unknown>) =>
        work.then(
          () => 'worked',
          () => 'refused',
        );
      return {
        node: [typeof Reflect.get(globalThis, 'require'), typeof Reflect.get(globalThis, 'process')],
        network: await outcome(fetch('https://example.com/')),
        file: await outcome(fetch('file:///etc/passwd')),
        opened: window.open('https://example.com/'),
        notifications: await Notification.requestPermission(),
        camera: await outcome(navigator.mediaDevices.getUserMedia({ video: true })),
        location: (await navigator.permissions.query({ name: 'geolocation' })).state,
      };
    });
    expect(found).toEqual({
      node: ['undefined', 'undefined'],
      network: 'refused',
      file: 'refused',
      opened: null,
      notifications: 'denied',
      camera: 'refused',
      location: 'denied',
    });
    await page.evaluate(() => {
      window.location.href = 'https://example.com/';
    });
    await vi.waitFor(async () => expect(await readLog()).toContain('window.navigation_denied'), { timeout: 10_000 });
    const shown = await running.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('location.href + document.activeElement.tagName'),
    );
    expect(shown).toBe(`${address}TEXTAREA`);
  });

  it('runs no inline script and no text as code', async () => {
    await start();
    const ran = await running.page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.ran = true';
      document.body.append(script);
      return Reflect.get(window, 'ran') === true;
    });
    expect(ran).toBe(false);
  });
});

it('keeps what sees and moves the desktop out of the app’s own process', async () => {
  await start();
  const maps = await readFile(`/proc/${running.pid}/maps`, 'utf8');
  expect(maps).toContain('.node');
  expect(maps).not.toMatch(/koffi|libnut|screenshot-desktop|sharp|libvips/);
});
