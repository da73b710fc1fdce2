import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useDisplay } from '../support/display.ts';
import { environmentFor, type Homes, launchApp, makeHomes, type RunningApp } from '../support/e2e/app.ts';
import { enableComputerUse, openChat, sendMessage } from '../support/e2e/pages.ts';
import { run } from '../support/e2e/run.ts';
import { LineProgram } from '../support/x11/program.ts';

const WORKS = 'Works, as just tested.';
const BITS = 1 | 4 | 8;

const display = useDisplay({ width: 1280, height: 900 });
let homes: Homes;
let running: RunningApp;
let other: LineProgram<{ held: boolean }>;

beforeAll(async () => {
  homes = await makeHomes();
  // Another program has the Stop chord before the app starts, in the way that registering does not notice.
  const script = join(import.meta.dirname, '../support/x11/grab-key.ts');
  other = new LineProgram<{ held: boolean }>(process.execPath, [script, 's', String(BITS), 'device'], display().env);
  await other.until((line) => line.held);
  running = await launchApp(display(), homes);
  await enableComputerUse(running.page);
});

afterAll(async () => {
  await running?.close().catch(() => running?.kill());
  await other?.stop();
  await homes?.remove();
});

/** Pressed as a person would: real events, whatever has the keyboard. */
const press = (chord: string) => run('xdotool', ['key', chord], environmentFor(display(), homes));

test('the settings page says which shortcut works and which one another program has', async () => {
  const { page } = running;
  await page.getByText(WORKS).waitFor();
  await page.getByText(/Another program has this shortcut/).waitFor();
  expect(await page.getByText(WORKS).count()).toBe(1);
  await page.getByLabel('Stop', { exact: true }).fill('ctrl+alt+shift+k');
  await page.getByRole('button', { name: 'Save' }).last().click();
  await expect.poll(() => page.getByText(WORKS).count(), { timeout: 20_000 }).toBe(2);
});

test('the chord holds computer use whatever program is in front, lets it go on, and the other one stops it', async () => {
  const { page } = running;
  const results = page.locator('article[data-tool=computer_use]');
  let count = 0;
  /** The outcome of one look, asked for in the conversation. */
  const look = async () => {
    await sendMessage(page, 'screen');
    count += 1;
    await expect.poll(() => results.count(), { timeout: 30_000 }).toBe(count);
    const outcome = () => results.last().getAttribute('data-outcome');
    await expect.poll(outcome, { timeout: 30_000 }).not.toMatch(/running|waiting|pending/);
    return (await outcome()) ?? '';
  };
  await openChat(page);
  const seen = await look();
  expect(seen).not.toBe('refused');
  // What the chord does shows in the next look; the first may come before the keys have.
  await press('ctrl+alt+shift+p');
  await expect.poll(look, { timeout: 60_000 }).toBe('refused');
  await press('ctrl+alt+shift+p');
  await expect.poll(look, { timeout: 60_000 }).toBe(seen);
  await press('ctrl+alt+shift+k');
  const log = () => readFile(join(homes.home, 'logs', 'fermix.log'), 'utf8').catch(() => '');
  await expect.poll(log, { timeout: 20_000 }).toMatch(/computer\.shortcut.*stopped/);
});
