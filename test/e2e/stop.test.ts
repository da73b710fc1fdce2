import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useDisplay } from '../support/display.ts';
import { environmentFor, type Homes, launchApp, makeHomes, type RunningApp } from '../support/e2e/app.ts';
import { connectModel, enableComputerUse, openChat, sendMessage } from '../support/e2e/pages.ts';
import { storedRows } from '../support/e2e/store-rows.ts';
import { createScriptedModel, type ScriptedModel } from '../support/scripted-model.ts';
import { type LineProgram, type PointerEvent, startRecorder } from '../support/x11/program.ts';

/** Stands in the command line of every process of the command, so that each can be found wherever it hides. */
const MARK = `fermix-stop-test-${process.pid}`;

/** Ignores TERM, and so do its child, its grandchild and one that left the session. */
const STUBBORN = `trap '' TERM; sh -c "trap '' TERM; sh -c \\"trap '' TERM; sleep 301; : ${MARK}\\"; : ${MARK}" &
setsid nohup sh -c "trap '' TERM; sleep 302; : ${MARK}" >/dev/null 2>&1 &
echo started; sleep 303; : ${MARK}`;

const display = useDisplay({ width: 1280, height: 900 });
let homes: Homes;
let running: RunningApp;
let model: ScriptedModel;
let recorder: LineProgram<PointerEvent>;

beforeAll(async () => {
  homes = await makeHomes();
  model = await createScriptedModel({
    format: 'chat-completions',
    script: (_request, index) => {
      if (index === 0) return { toolCalls: [{ name: 'computer_use', arguments: { action: 'screenshot' } }] };
      return {
        toolCalls: [
          { name: 'shell', arguments: { command: STUBBORN, timeout_ms: 600_000 } },
          { name: 'computer_use', arguments: { action: 'left_click', x: 600, y: 400 } },
        ],
      };
    },
  });
  running = await launchApp(display(), homes);
  await connectModel(running.page, {
    provider: 'Another server (OpenAI-compatible)',
    url: model.url,
    model: 'scripted-1',
  });
  await enableComputerUse(running.page);
  recorder = await startRecorder(environmentFor(display(), homes), 1280, 900, 300);
});

afterAll(async () => {
  await recorder?.stop();
  await running?.close().catch(() => running?.kill());
  await model?.close();
  await homes?.remove();
});

test('Stop ends a shell that ignores TERM with all its descendants within two seconds, and no input follows', async () => {
  const { page } = running;
  await openChat(page);
  await sendMessage(page, 'Run the long command, then click.');
  await page.locator('article[data-tool=shell]').waitFor();
  await expect.poll(() => survivors(), { timeout: 20_000 }).toHaveLength(4);

  await page.getByRole('button', { name: 'Stop', exact: true }).first().click();
  await expect.poll(() => survivors(), { timeout: 2_000, interval: 50 }).toEqual([]);
  await page.locator('article[data-tool=shell][data-outcome=stopped]').waitFor();

  await expect.poll(() => storedRows(homes.home).outcomes.slice(1)).toEqual(['stopped', 'stopped']);
  expect(recorder.lines.filter((line) => line.type === 'down' || line.type === 'keydown')).toEqual([]);
  expect(model.requests).toHaveLength(2);
});

test('the conversation goes on after a stop', async () => {
  const { page } = running;
  await sendMessage(page, 'Go on.');
  await expect.poll(() => model.requests.length).toBe(3);
  await page.getByRole('button', { name: 'Stop', exact: true }).first().click();
  await expect.poll(() => survivors(), { timeout: 2_000, interval: 50 }).toEqual([]);
});

/** Command lines of processes that carry the mark, but for zombies. */
async function survivors(): Promise<string[]> {
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (line.includes(MARK) && Number(pid) !== process.pid) found.push(line.replaceAll('\0', ' ').slice(0, 60));
  }
  return found;
}
