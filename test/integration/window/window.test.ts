import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ConversationEvent } from '../../../protocol/conversation/event.ts';
import { type OpenedWindow, startWindowFixture, type WindowFixture } from '../../support/window-fixture/open-window.ts';
import type { ScenarioName } from '../../support/window-fixture/scenario.ts';

let fixture: WindowFixture;
let opened: OpenedWindow | null = null;

beforeAll(async () => {
  fixture = await startWindowFixture();
});
afterAll(() => fixture.close());
afterEach(async () => {
  await opened?.page.context().close();
  opened = null;
});

interface Place {
  scenario?: ScenarioName;
  width?: number;
  height?: number;
  keep?: Record<string, string>;
}

async function open({ scenario = 'usual', width = 1280, height = 800, keep = {} }: Place): Promise<Page> {
  opened = await fixture.open({ scenario, width, height, keep });
  await opened.page.locator('main').first().waitFor();
  return opened.page;
}

const chat = { conversation: 'c-1' };
const composer = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const calls = (page: Page, route: string) =>
  page.evaluate(
    (name) => window.fakeHost?.calls.filter((call) => call.route === name).map((call) => call.input),
    route,
  );

/** Lets the host say something; numbers go on from the snapshot's 40. */
async function say(page: Page, seq: number, event: ConversationEvent): Promise<void> {
  const payload = JSON.stringify({ conversationId: 'c-1', seq, event });
  await page.evaluate((text) => {
    window.fakeHost?.emit({ name: 'conversation.event', payload: JSON.parse(text) });
  }, payload);
}

const PAGES = [
  'tools/computer_use',
  'recordings',
  'recordings/cua_1',
  'doctor',
  'settings/model',
  'settings/permissions',
  'settings/computer',
  'settings/sandbox',
  'settings/appearance',
  'settings/storage',
  'settings/about',
  'chat',
];
const SCENARIOS: ScenarioName[] = ['usual', 'first', 'none', 'loading', 'refused', 'trouble'];

/** Walks through all pages of one window. */
async function eachPage(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  for (const name of PAGES) {
    await page.evaluate((to) => window.fakeHost?.emit({ name: 'app.navigate', payload: { page: to } }), name);
    await expect.poll(() => page.evaluate(() => window.localStorage.getItem('page'))).toBe(name);
    await page.locator('h1').waitFor();
    await look(name);
  }
}

test.each(SCENARIOS)(
  'in the situation "%s" every page draws without a fault and breaks no content policy',
  async (scenario) => {
    const page = await open({ scenario, keep: chat });
    await eachPage(page, async (name) => {
      expect([name, opened?.complaints]).toEqual([name, []]);
      expect([name, await page.locator('main').count(), await page.locator('h1').count()]).toEqual([name, 1, 1]);
      expect([name, await unnamedControls(page)]).toEqual([name, []]);
    });
  },
);

test.each([
  ['900x600', 900, 600, '100'],
  ['the smallest window', 720, 520, '100'],
  ['900x600 with text twice as large', 900, 600, '200'],
])('at %s nothing reaches out of the window', async (_name, width, height, textSize) => {
  const page = await open({ width, height, keep: { ...chat, 'text-size': textSize } });
  await eachPage(page, async (name) => {
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([name, Math.max(0, overflow), await outside(page)]).toEqual([name, 0, []]);
  });
});

/** Controls that a screen reader could not name. */
function unnamedControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>('button, a[href], input:not([hidden]), select, textarea');
    return [...controls]
      .filter((control) => {
        const label = control instanceof HTMLInputElement ? control.labels?.[0]?.textContent : control.textContent;
        const owner =
          control.closest('label')?.textContent ?? document.querySelector(`label[for="${control.id}"]`)?.textContent;
        return !(control.getAttribute('aria-label') || label?.trim() || owner?.trim());
      })
      .map((control) => control.outerHTML.slice(0, 120));
  });
}

/** Visible controls that stand to the right of the window's edge without a scroller of their own. */
function outside(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button, input, select, textarea')]
      .filter((element) => {
        const box = element.getBoundingClientRect();
        return box.width > 1 && box.right > window.innerWidth + 1 && !element.closest('.overflow-x-auto');
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}

test('of a thousand entries, conversations and tools only those in sight are in the page', async () => {
  const page = await open({ scenario: 'thousand', keep: chat });
  await page.locator('[data-index="999"]').first().waitFor();
  expect(await page.locator('[role=log] [data-index]').count()).toBeLessThan(60);
  expect(await page.getByRole('region', { name: 'Conversations' }).locator('li').count()).toBeLessThan(60);
  await page.keyboard.press('Control+2');
  await page.getByRole('list', { name: 'List of tools' }).locator('li').first().waitFor();
  expect(await page.getByRole('list', { name: 'List of tools' }).locator('li').count()).toBeLessThan(60);
});

const log = (page: Page) => page.getByRole('log');
const distanceFromEnd = (page: Page) =>
  log(page).evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop);

async function startAnswer(page: Page): Promise<void> {
  await say(page, 41, { type: 'turn-start', turnId: 't9', at: 1 });
  await say(page, 42, {
    type: 'assistant-start',
    entry: {
      kind: 'assistant',
      id: 'a9',
      turnId: 't9',
      at: 1,
      text: '',
      reasoning: '',
      status: 'streaming',
      model: 'm',
    },
  });
}

async function stream(page: Page, from: number, words: number): Promise<void> {
  await page.evaluate(
    async ([first = 0, count = 0]) => {
      for (let index = 0; index < count; index += 1) {
        window.fakeHost?.emit({
          name: 'conversation.event',
          payload: {
            conversationId: 'c-1',
            seq: first + index,
            event: { type: 'text-delta', id: 'a9', text: `Word number ${index} of the answer.\n\n` },
          },
        });
        await new Promise(requestAnimationFrame);
      }
    },
    [from, words],
  );
}

test('at the end, the view follows an answer that streams', async () => {
  const page = await open({ keep: chat });
  await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(24);
  await startAnswer(page);
  await stream(page, 43, 60);
  await log(page).getByText('Word number 59 of the answer.').waitFor();
  await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(24);
});

test('a reader elsewhere is not moved by an answer that streams, and is told of what is new', async () => {
  const page = await open({ keep: chat });
  await startAnswer(page);
  await stream(page, 43, 60);
  await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(24);
  await log(page).hover();
  await page.mouse.wheel(0, -500);
  await expect.poll(() => distanceFromEnd(page)).toBeGreaterThan(300);
  const word = log(page).getByText('Word number 40 of the answer.').first();
  const before = await word.boundingBox();
  await stream(page, 103, 60);
  await say(page, 163, {
    type: 'notice-add',
    entry: { kind: 'notice', id: 'n9', at: 1, tone: 'info', text: 'A new line.' },
  });
  await page.getByRole('button', { name: '1 new message' }).waitFor();
  expect((await word.boundingBox())?.y).toBe(before?.y);
  await page.getByRole('button', { name: '1 new message' }).click();
  await log(page).getByText('A new line.').waitFor();
  await expect.poll(() => distanceFromEnd(page)).toBeLessThanOrEqual(24);
});

test('a missed event brings the whole conversation back by a snapshot', async () => {
  const page = await open({ keep: chat });
  await page.getByText('Nothing else was changed.').waitFor();
  await say(page, 50, { type: 'title-change', title: 'lost' });
  await expect.poll(async () => (await calls(page, 'conversation.open'))?.length).toBeGreaterThan(1);
});

test('a question is reached and answered by keyboard alone, and never by the message field', async () => {
  const page = await open({ scenario: 'running', keep: chat });
  const card = page.locator('[data-approval=pending]');
  await card.waitFor();
  await composer(page).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Escape');
  expect(await calls(page, 'approval.answer')).toEqual([]);

  await page.keyboard.press('Control+Shift+A');
  await expect.poll(() => card.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.getByRole('button', { name: 'Allow' }).getAttribute('aria-disabled')).toBe('false');
  for (const key of ['Enter', 'Space', 'Escape']) await page.keyboard.press(key);
  expect(await calls(page, 'approval.answer')).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => calls(page, 'approval.answer')).toEqual([{ id: 'ask-1', allow: true }]);
});

test('a new question does not take the focus from the message field', async () => {
  const page = await open({ keep: chat });
  await composer(page).fill('half a sentence');
  await say(page, 41, {
    type: 'approval-start',
    entry: {
      kind: 'approval',
      id: 'ask-9',
      turnId: 't9',
      at: 1,
      title: 'Open a folder',
      exact: '/srv',
      reason: '',
      expiresAt: 9e15,
      status: 'pending',
    },
  });
  await log(page).getByText('/srv').waitFor();
  expect(await composer(page).evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type(' more');
  expect(await composer(page).inputValue()).toBe('half a sentence more');
  await expect.poll(() => page.getByTestId('urgent-announcer').textContent()).toContain('Open a folder');
});

test('a finished paragraph is announced, an unfinished one is not', async () => {
  const page = await open({ keep: chat });
  await startAnswer(page);
  await say(page, 43, { type: 'text-delta', id: 'a9', text: 'The first.\n\nThe sec' });
  const said = page.getByTestId('announcer');
  await expect.poll(() => said.textContent()).toContain('The first.');
  expect(await said.textContent()).not.toContain('The sec');
});

test('every page, the search and a new conversation are a key away', async () => {
  const page = await open({ keep: chat });
  const title = page.locator('h1');
  for (const [keys, name] of [
    ['Control+2', 'Tools'],
    ['Control+3', 'Doctor'],
    ['Control+,', 'Settings'],
    ['Control+1', 'Note about the greenhouse'],
    ['Control+n', 'New conversation'],
  ] as const) {
    await page.keyboard.press(keys);
    await expect.poll(() => title.textContent()).toBe(name);
  }
  await expect.poll(() => composer(page).evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Control+f');
  await page.keyboard.type('green');
  await expect.poll(() => calls(page, 'conversation.list')).toContainEqual({ search: 'green' });
  await page.keyboard.press('F1');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});

test('computer use is switched on only after its consequences were read', async () => {
  const page = await open({ scenario: 'first', keep: { page: 'settings/computer' } });
  await page.getByRole('switch', { name: 'Computer use' }).click();
  const dialog = page.getByRole('dialog', { name: 'Let the agent control this computer?' });
  await dialog.getByText(/There is no undo/).waitFor();
  await dialog.getByText(/not held by the file sandbox/).waitFor();
  await expect
    .poll(() => dialog.getByRole('button', { name: 'Cancel' }).evaluate((one) => one === document.activeElement))
    .toBe(true);
  expect(await calls(page, 'computer.enable')).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await page.getByRole('switch', { name: 'Computer use' }).getAttribute('aria-checked')).toBe('false');
});

test('pictures open large and close with the keyboard, giving the focus back', async () => {
  const page = await open({ scenario: 'running', width: 1600, keep: chat });
  const picture = page
    .getByRole('log')
    .getByRole('button', { name: /Open large/ })
    .last();
  await picture.focus();
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog')
    .getByText(/After .* 2 of 2/)
    .waitFor();
  await page.keyboard.press('ArrowLeft');
  await page
    .getByRole('dialog')
    .getByText(/Before .* 1 of 2/)
    .waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await expect.poll(() => picture.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('the screen panel opens by itself while the agent drives, and stays closed once it was closed', async () => {
  const page = await open({ scenario: 'running', width: 1600, keep: chat });
  const panel = page.getByRole('complementary', { name: 'Screen' });
  await panel.getByRole('button', { name: 'Pause' }).waitFor();
  await panel.getByRole('button', { name: 'Stop' }).waitFor();
  await panel.getByRole('button', { name: 'Hide the screen panel' }).click();
  await expect.poll(() => panel.count()).toBe(0);
});
