import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { useDisplay } from '../support/display.ts';
import { environmentFor, type Homes, launchApp, makeHomes, type RunningApp } from '../support/e2e/app.ts';
import { findBlankPage } from '../support/e2e/find-page.ts';
import { connectModel, enableComputerUse, openChat, sendMessage } from '../support/e2e/pages.ts';
import { placeSideBySide } from '../support/e2e/place-windows.ts';
import { storedRows } from '../support/e2e/store-rows.ts';
import { createScriptedModel, type RecordedRequest, type ScriptedModel, type Turn } from '../support/scripted-model.ts';
import { type EditorWindow, openEditor } from '../support/x11/editor.ts';

const REQUEST = 'Please write a short note in the text editor, save it, and tell me what the file says.';
const TEXT = 'Crème brûlée à São Paulo\nÜber Größe: 日本 👩‍🚀\n';
const ANSWER = 'The file is saved. It says what you asked for.';

/** The model's part: look, click into the empty page, type, save, read, answer. Each step follows from the one before. */
function editorScript(file: string) {
  return async (request: RecordedRequest, index: number): Promise<Turn> => {
    const call = (name: string, input: Record<string, unknown>): Turn => ({
      text: index === 0 ? 'I will look at the screen first.' : '',
      toolCalls: [{ name, arguments: input }],
    });
    switch (index) {
      case 0:
        return call('computer_use', { action: 'screenshot' });
      case 1: {
        const picture = request.results[0]?.images[0];
        if (!picture) return { text: `no picture: ${request.results[0]?.text}` };
        const page = await findBlankPage(Buffer.from(picture.data, 'base64'));
        return page
          ? call('computer_use', { action: 'left_click', ...page })
          : { text: 'no blank page on the picture' };
      }
      case 2:
        return call('computer_use', { action: 'type', text: TEXT });
      case 3:
        return call('computer_use', { action: 'key', chord: 'ctrl+s' });
      case 4:
        return call('file_read', { path: file });
      default:
        return { text: request.results[0]?.text.includes('Über') ? ANSWER : `unexpected: ${request.results[0]?.text}` };
    }
  };
}

const display = useDisplay({ width: 1920, height: 1080 });

describe.each([
  { label: 'Anthropic', provider: 'Anthropic', format: 'anthropic' },
  { label: 'OpenAI', provider: 'OpenAI', format: 'openai-responses' },
] as const)('with a model that speaks the $label format', ({ provider, format }) => {
  let homes: Homes;
  let running: RunningApp | null = null;
  let model: ScriptedModel;
  let editor: EditorWindow;
  let file: string;

  beforeAll(async () => {
    homes = await makeHomes();
    file = join(homes.home, 'workspace', 'note.txt');
    model = await createScriptedModel({ format, script: editorScript(file), key: 'scripted-key-0123456789' });
    const environment = environmentFor(display(), homes);
    await mkdir(join(homes.home, 'workspace'), { recursive: true });
    await writeFile(file, '');
    editor = await openEditor(environment, file);
    running = await launchApp(display(), homes);
    await placeSideBySide(running, environment);
  });

  afterAll(async () => {
    await running?.close().catch(() => running?.kill());
    await editor?.stop();
    await model?.close();
    await homes?.remove();
  });

  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    const picture = await running?.page.screenshot().catch(() => null);
    if (picture) await writeFile(join(tmpdir(), `fermix-e2e-${format}.png`), picture);
  });

  test('the model is connected under Settings, and its key is in no file of the home', async () => {
    const { page } = running as RunningApp;
    await connectModel(page, { provider, url: model.url, key: 'scripted-key-0123456789', model: 'scripted-1' });
    await enableComputerUse(page);
    expect(await filesHolding(homes.home, 'scripted-key')).toEqual([]);
  });

  test('a request in the chat is done on the real screen', async () => {
    const { page } = running as RunningApp;
    await openChat(page);
    await sendMessage(page, REQUEST);
    await page.getByRole('log').getByText(ANSWER).waitFor({ timeout: 60_000 });
    expect(await readFile(file, 'utf8')).toBe(TEXT);
    // Logs, traces and the database have been written to meanwhile.
    expect(await filesHolding(homes.home, 'scripted-key')).toEqual([]);
  });

  test('the window shows a card for each action, with pictures of the screen', async () => {
    const { page } = running as RunningApp;
    const cards = page.locator('article[data-tool]');
    const tools = await cards.evaluateAll((all) => all.map((one) => one.getAttribute('data-tool')));
    expect(tools).toEqual(['computer_use', 'computer_use', 'computer_use', 'computer_use', 'file_read']);
    const outcomes = await cards.evaluateAll((all) => all.map((one) => one.getAttribute('data-outcome')));
    expect(new Set(outcomes)).not.toContain('failed');
    await expect.poll(() => page.locator('article[data-tool] img').count()).toBeGreaterThanOrEqual(4);
  });

  test('the model saw a picture inside each result that has one', () => {
    const withImage = model.requests.filter((request) => request.results.some((result) => result.images.length > 0));
    expect(withImage.length).toBeGreaterThanOrEqual(4);
  });

  test('the store holds every message, call and picture', () => {
    const rows = storedRows(homes.home);
    expect(rows.userTexts).toContain(REQUEST);
    expect(rows.assistantTexts).toContain(ANSWER);
    expect(rows.tools).toEqual(['computer_use', 'computer_use', 'computer_use', 'computer_use', 'file_read']);
    expect(rows.images).toBeGreaterThanOrEqual(4);
  });

  test('after SIGKILL the conversation is whole', async () => {
    await running?.kill();
    running = await launchApp(display(), homes);
    const { page } = running;
    await page
      .getByRole('button', { name: REQUEST.slice(0, 20) })
      .first()
      .click();
    await page.getByRole('log').getByText(ANSWER).waitFor();
    await page.getByRole('log').getByText(REQUEST).waitFor();
    expect(await page.locator('article[data-tool]').count()).toBe(5);
  });
});

/** Files below a folder whose bytes hold the text. */
async function filesHolding(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found = await Promise.all(paths.map(async (path) => ((await readFile(path)).includes(text) ? path : null)));
  return found.filter((path) => path !== null);
}
