import { mkdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { useDisplay } from '../support/display.ts';
import { type Homes, launchApp, makeHomes, type RunningApp } from '../support/e2e/app.ts';
import { enableComputerUse, openChat, sendMessage } from '../support/e2e/pages.ts';

const display = useDisplay({ width: 1280, height: 900 });
let homes: Homes;
let running: RunningApp;
let folder: string;

beforeAll(async () => {
  homes = await makeHomes();
  running = await launchApp(display(), homes);
  await enableComputerUse(running.page);
});

beforeEach(async ({ task }) => {
  folder = join(await realpath(homes.osHome), `project-${task.id}`);
  await mkdir(folder);
  await openChat(running.page);
});

afterAll(async () => {
  await running?.close().catch(() => running?.kill());
  await homes?.remove();
});

/** Has the agent ask for the folder in direct mode; answers with the button that allows it. */
async function askForFolder(): Promise<Locator> {
  const input = JSON.stringify({ path: folder, reason: 'The notes are there.' });
  await sendMessage(running.page, `tool request_directory_access ${input}`);
  const allow = running.page.getByRole('button', { name: 'Allow', exact: true });
  await allow.waitFor();
  return allow;
}

const config = () => readFile(join(homes.home, 'config.toml'), 'utf8').catch(() => '');

test('Allow grants the folder, and the agent goes on by itself', async () => {
  const allow = await askForFolder();
  await expect.poll(() => allow.getAttribute('aria-disabled')).toBe('false');
  await allow.click();
  await running.page.locator('article[data-approval=approved]').waitFor();
  await expect.poll(config).toContain(folder);
  // The request runs again with the folder open: this time there is nothing to ask.
  await expect.poll(() => running.page.locator('article[data-tool=request_directory_access]').count()).toBe(2);
});

test('Deny changes nothing', async () => {
  await askForFolder();
  await running.page.getByRole('button', { name: 'Deny', exact: true }).click();
  await running.page.locator('article[data-approval=denied]').waitFor();
  expect(await config()).not.toContain(folder);
});

test('Enter in the message field never answers, and the card takes no focus', async () => {
  await askForFolder();
  const field = running.page.getByLabel('Message', { exact: true });
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await field.press('Enter');
  await field.press('Space');
  expect(await running.page.locator('article[data-approval=pending]').count()).toBe(1);
  expect(await config()).not.toContain(folder);
  await running.page.getByRole('button', { name: 'Deny', exact: true }).click();
});

test("the agent's own click on Allow is refused", async () => {
  const allow = await askForFolder();
  await expect.poll(() => allow.getAttribute('aria-disabled')).toBe('false');
  const box = await allow.boundingBox();
  const [left = 0, top = 0] = await running.app.evaluate(({ BrowserWindow }) => {
    const bounds = BrowserWindow.getAllWindows()[0]?.getContentBounds();
    return [bounds?.x ?? 0, bounds?.y ?? 0];
  });
  // The screen is sent unscaled at this size, so that picture and screen have the same pixels.
  const x = Math.round(left + (box?.x ?? 0) + (box?.width ?? 0) / 2);
  const y = Math.round(top + (box?.y ?? 0) + (box?.height ?? 0) / 2);
  await sendMessage(running.page, `screen\nclick ${x},${y}`);
  const click = running.page.locator('article[data-tool=computer_use]').nth(1);
  await click.waitFor();
  await expect.poll(() => click.getAttribute('data-outcome')).toBe('refused');
  await click.getByRole('button').first().click();
  await running.page.getByText('own_window').first().waitFor();
  expect(await config()).not.toContain(folder);
  await running.page.getByRole('button', { name: 'Deny', exact: true }).click();
});
