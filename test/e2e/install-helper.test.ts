import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useDisplay } from '../support/display.ts';
import { environmentFor, type Homes, launchApp, makeHomes, type RunningApp } from '../support/e2e/app.ts';
import { openSettings } from '../support/e2e/pages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const display = useDisplay({ width: 1440, height: 900 });
/** The home gets a helper of its own, as in a package. */
const INSTALLED = { FERMIX_HELPER_IN_PLACE: '' };
let homes: Homes;
let running: RunningApp;

beforeAll(async () => {
  homes = await makeHomes();
  running = await launchApp(display(), homes, INSTALLED);
});
afterAll(async () => {
  await running?.close().catch(() => running?.kill());
  await homes?.remove();
});

const helpers = () => join(homes.home, 'helpers');
const config = () => readFileSync(join(homes.home, 'config.toml'), 'utf8');

async function doctorRows(): Promise<{ id: string; status: string; message: string }[]> {
  const env = { ...environmentFor(display(), homes), ...INSTALLED };
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'bin/fermix.mjs'), 'doctor', '--json'], {
    env,
  });
  return JSON.parse(stdout) as { id: string; status: string; message: string }[];
}

const row = async (id: string) => (await doctorRows()).find((one) => one.id === id);

test('a fresh home has no helper; its card installs the one that came with the app and switches on', async () => {
  const { page } = running;
  expect(existsSync(helpers())).toBe(false);
  expect(await row('computer_use')).toMatchObject({ status: 'ok', message: expect.stringContaining('is off') });
  await openSettings(page, 'Computer use');
  await page.getByText('Not installed', { exact: true }).waitFor();
  await page.getByRole('switch', { name: 'Computer use' }).click();
  await page.getByText(/The helper that came with Fermix is installed first/).waitFor();
  await page.getByRole('button', { name: 'Switch on' }).click();
  await page.getByText(/^Version .*, installed/).waitFor({ timeout: 90_000 });
  await page.getByRole('switch', { name: 'Computer use', checked: true }).waitFor();

  const [version = ''] = readdirSync(helpers());
  expect(readdirSync(helpers())).toEqual([version]);
  expect(statSync(join(helpers(), version, 'linux-x86_64', 'node')).mode & 0o111).not.toBe(0);
  expect(config()).toMatch(/enabled\s*=\s*true/);
});

test('the doctor of the running app and the permissions page say what works', async () => {
  expect(await row('computer_use')).toMatchObject({
    status: 'ok',
    message: expect.stringMatching(/can see and operate/),
  });
  expect(await row('helper')).toMatchObject({
    status: 'ok',
    message: expect.stringMatching(/unchanged since the build/),
  });
  const { page } = running;
  await openSettings(page, 'Permissions');
  await page.getByRole('heading', { name: 'Mouse and keyboard' }).waitFor();
  await page.getByText('XTEST is present.').waitFor();
});

test('removing it from the card switches off and leaves no file', async () => {
  const { page } = running;
  await openSettings(page, 'Computer use');
  await page.getByRole('button', { name: 'Remove the helper' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText(/Nothing of it is left/).waitFor({ timeout: 30_000 });
  expect(existsSync(helpers())).toBe(false);
  expect(config()).toMatch(/enabled\s*=\s*false/);
});

test('without a running app the doctor says the same, and changes nothing', async () => {
  await running.close();
  expect(await row('computer_use')).toMatchObject({ status: 'ok', message: expect.stringContaining('is off') });
  expect(await row('input_control')).toMatchObject({ status: 'ok' });
  expect(existsSync(helpers())).toBe(false);
});
