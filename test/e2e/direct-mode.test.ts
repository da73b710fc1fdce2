import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useDisplay } from '../support/display.ts';
import { environmentFor, type Homes, makeHomes } from '../support/e2e/app.ts';
import { findBlankPage } from '../support/e2e/find-page.ts';
import { run } from '../support/e2e/run.ts';
import { storedRows } from '../support/e2e/store-rows.ts';
import { type EditorWindow, openEditor } from '../support/x11/editor.ts';

const FERMIX = fileURLToPath(new URL('../../bin/fermix.mjs', import.meta.url));
const LINES = ['Ça marche, naïve Straße', 'žluťoučký kůň 🐎'];

const display = useDisplay({ width: 1920, height: 1080 });
let homes: Homes;
let environment: Record<string, string>;
let editor: EditorWindow;
let file: string;

beforeAll(async () => {
  homes = await makeHomes();
  environment = { ...environmentFor(display(), homes), SHELL: '/bin/sh' };
  file = join(homes.home, 'workspace', 'direct.txt');
  await mkdir(join(homes.home, 'workspace'), { recursive: true });
  await writeFile(file, '');
  await writeFile(join(homes.home, 'config.toml'), '# Switched on for this test.\n[computer_use]\nenabled = true\n', {
    mode: 0o600,
  });
  editor = await openEditor(environment, file);
});

afterAll(async () => {
  await editor?.stop();
  await homes?.remove();
});

/** Runs the command under a pseudo-terminal, as a person at a terminal would; answers what it printed there. */
function atTerminal(command: string): Promise<string> {
  return run('script', ['-qec', command, '/dev/null'], environment, 60_000);
}

/** One shell word. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

test('fermix ask does the main job in direct mode, with no model and no network', async () => {
  const look = await atTerminal(`${FERMIX} tool computer_use '{"action":"screenshot"}' --json 2>/dev/null`);
  const { ok, images } = JSON.parse(look) as { ok: boolean; images: string[] };
  expect(ok).toBe(true);
  const page = await findBlankPage(await readFile(images[0] ?? ''));
  expect(page).not.toBeNull();

  const steps = [
    'screen',
    `click ${page?.x},${page?.y}`,
    `type ${LINES[0]}`,
    'key enter',
    `type ${LINES[1]}`,
    'key ctrl+s',
    'wait 500',
    `read ${file}`,
  ];
  const said = await atTerminal(`${FERMIX} ask ${quoted(steps.join('\n'))} --json 2>/dev/null`);
  const answer = JSON.parse(said) as { text: string; toolCalls: { name: string; ok: boolean }[] };
  expect(answer.toolCalls.map((call) => call.name)).toEqual([...Array(7).fill('computer_use'), 'file_read']);
  expect(answer.toolCalls.every((call) => call.ok)).toBe(true);
  expect((await readFile(file, 'utf8')).trimEnd().split('\n')).toEqual(LINES);
  expect(storedRows(homes.home).tools).toHaveLength(8);
});

test('a look numbers the controls of a real program, and a number clicks one', async () => {
  const ask = async (text: string) =>
    JSON.parse(await atTerminal(`${FERMIX} ask ${quoted(text)} --json 2>/dev/null`)) as { text: string };
  const look = await ask('screen');
  const number = /^(\d+) menu_item "File" at/m.exec(look.text)?.[1];
  expect(number, look.text).toBeDefined();
  const clicked = await ask(`screen\nclick ${number}\nkey escape`);
  expect(clicked.text).toContain(`left_click on mark ${number}, menu_item "File"`);
  const list = await ask('windows\nelements');
  expect(list.text).toMatch(/direct\.txt[^\n]*: screen \d+,\d+,\d+,\d+/);
  expect(list.text).toMatch(/^e\d+ menu_item "File"/m);
});

test('what is no command is answered with the list, and never as a model would', async () => {
  const said = await atTerminal(`${FERMIX} ask 'please tidy up my desktop' --json 2>/dev/null`);
  const answer = JSON.parse(said) as { text: string; toolCalls: unknown[] };
  expect(answer.toolCalls).toEqual([]);
  for (const word of ['screen', 'click', 'run', 'help']) expect(answer.text).toContain(word);
});

test('the screen is closed to a caller that has no terminal', async () => {
  const said = await run(
    'sh',
    ['-c', `setsid ${FERMIX} tool computer_use '{"action":"screenshot"}' --json; true`],
    environment,
  );
  expect(JSON.parse(said)).toMatchObject({ ok: false });
});
