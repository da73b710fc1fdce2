import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { useDisplay } from '../support/display.ts';
import { environmentFor, type Homes, launchApp, makeHomes, type RunningApp } from '../support/e2e/app.ts';
import { openChat, sendMessage } from '../support/e2e/pages.ts';
import { placeSideBySide } from '../support/e2e/place-windows.ts';
import { type EditorWindow, openEditor } from '../support/x11/editor.ts';

const display = useDisplay({ width: 1920, height: 1080 });
const SECRET = 'Tr0ub4dor&3-horse';
let homes: Homes;
let running: RunningApp | null = null;
let editor: EditorWindow;

beforeAll(async () => {
  homes = await makeHomes();
  const environment = environmentFor(display(), homes);
  const file = join(homes.home, 'workspace', 'note.txt');
  await mkdir(join(homes.home, 'workspace'), { recursive: true, mode: 0o700 });
  await writeFile(file, '');
  const config = '[computer_use]\nenabled = true\ncourtesy = "off"\n';
  await writeFile(join(homes.home, 'config.toml'), config, { mode: 0o600 });
  editor = await openEditor(environment, file);
  running = await launchApp(display(), homes);
  await placeSideBySide(running, environment);
});

afterAll(async () => {
  await running?.close().catch(() => running?.kill());
  await editor?.stop();
  await homes?.remove();
});

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const picture = await running?.page.screenshot().catch(() => null);
  if (picture) await writeFile(join(tmpdir(), 'fermix-e2e-recording.png'), picture);
});

const page = (): Page => (running as RunningApp).page;
const openRecordings = () => page().getByRole('button', { name: 'Recordings', exact: true }).first().click();

test('the cards of a session say what was done, where, and lead to its recording', async () => {
  await openChat(page());
  // The picture is 1366x768 of a 1920x1080 screen; the editor lies on the right.
  await sendMessage(page(), `screen\nclick 1065,350\ntype ${SECRET}\nkey ctrl+s`);
  const cards = page().locator('article[data-tool=computer_use]');
  await expect.poll(() => cards.count(), { timeout: 60_000 }).toBe(4);
  await page()
    .getByText(/Clicked at 1065,350 in .*note\.txt/)
    .first()
    .waitFor({ timeout: 60_000 });
  await page()
    .getByRole('button', { name: /Details of: Clicked at 1065,350/ })
    .click();
  await page().getByRole('button', { name: 'Open the recording' }).click();
  await page()
    .getByRole('button', { name: /^Step 2: Clicked at 1065,350/ })
    .waitFor();
  expect(await page().getByText('Being recorded').count()).toBe(1);
});

test('the strip has the pictures before and after, goes by the keyboard, and opens them large', async () => {
  const first = page().getByRole('button', { name: /^Step 1: Looked at the screen/ });
  await first.focus();
  await page().keyboard.press('ArrowDown');
  await expect
    .poll(() => page().evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''))
    .toMatch(/^Step 2: Clicked/);
  await page().keyboard.press('Enter');
  const dialog = page().getByRole('dialog');
  await dialog.getByRole('button', { name: 'After', pressed: true }).waitFor();
  await page().keyboard.press('b');
  await dialog.getByRole('button', { name: 'Before', pressed: true }).waitFor();
  await expect.poll(() => dialog.locator('img').count()).toBe(1);
  await page().keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('a text that looks like a secret is not kept, whatever field it went into', async () => {
  await page()
    .getByRole('button', { name: /^Step 3: Typed/ })
    .waitFor();
  const details = page().getByRole('button', { name: 'Details of this step' }).nth(2);
  await details.click();
  await page().getByText(`${SECRET.length} characters, not kept`).first().waitFor();
});

test('an export is a private folder with one page and its pictures', async () => {
  const folder = join(homes.osHome, 'exported');
  await running?.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = (async () => ({ canceled: false, filePath })) as typeof dialog.showSaveDialog;
  }, folder);
  await page().getByRole('button', { name: 'Export' }).click();
  await page().getByText(`Exported to ${folder}`).waitFor();
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  expect(html).toContain('Clicked at 1065,350');
  expect(html).not.toContain(SECRET);
  expect(existsSync(join(folder, 'pictures', '0001.png'))).toBe(true);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('after SIGKILL the session is there and marked as cut off', async () => {
  await running?.kill();
  running = await launchApp(display(), homes);
  await openRecordings();
  await page().getByText('Cut off').first().waitFor();
  await page().getByText('4 steps').first().click();
  await page().getByText('Fermix was ended in the middle.').waitFor();
  await page()
    .getByRole('button', { name: /^Step 4: Pressed ctrl\+s/ })
    .waitFor();
});

test('it can be deleted, with its files', async () => {
  await page().getByRole('button', { name: 'Delete recording' }).click();
  await page().getByRole('dialog').getByRole('button', { name: 'Delete recording' }).click();
  await page().getByText('Nothing is recorded yet.').waitFor();
});
