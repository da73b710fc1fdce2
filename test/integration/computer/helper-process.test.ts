import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createHelperStarter, type HelperProcess } from '../../../main/computer/helper-process.ts';
import { ARENAS } from '../../../protocol/helper/start.ts';

let directory = '';
let running: HelperProcess[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'helper-process-'));
});
afterEach(async () => {
  for (const one of running) one.kill();
  await Promise.all(running.map((one) => one.exited));
  running = [];
  rmSync(directory, { recursive: true });
});

/** Starts a real process that runs `source`, and collects what it says. */
function start(source: string, environment: Record<string, string> = {}) {
  const entry = join(directory, 'index.mjs');
  writeFileSync(entry, source);
  const helper = createHelperStarter(environment).start({ node: process.execPath, entry, directory });
  running.push(helper);
  const said: string[] = [];
  let wake: () => void = () => undefined;
  let closed: string | null = null;
  helper.transport.onMessage((line) => {
    said.push(line);
    wake();
  });
  helper.transport.onClose((reason) => {
    closed = reason;
    wake();
  });
  const until = async (done: () => boolean) => {
    while (!done())
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  };
  return { helper, said, until, closed: () => closed };
}

const alive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('a character cut in two by the pipe arrives whole, and so does a line in many pieces', async () => {
  const { said, until } = start(`
    const bytes = Buffer.from('{"text":"é 你 👍"}\\n{"second":1}\\n');
    for (const byte of bytes) {
      process.stdout.write(Buffer.from([byte]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    process.stdin.resume();`);
  await until(() => said.length === 2);
  expect(said).toEqual(['{"text":"é 你 👍"}', '{"second":1}']);
});

test('it sees the environment it was given and nothing else but how to keep small', async () => {
  const { said, until } = start(`console.log(JSON.stringify(process.env)); process.stdin.resume();`, { HOME: '/h' });
  await until(() => said.length === 1);
  expect(JSON.parse(said[0] ?? '')).toEqual({
    HOME: '/h',
    ...(process.platform === 'linux' && { [ARENAS.name]: ARENAS.value }),
  });
});

test('when it leaves, what it said last still arrives before the end', async () => {
  const { helper, said, until, closed } = start(
    `console.error('why'); process.stdout.write('last\\n', () => process.exit(75));`,
  );
  await until(() => closed() !== null);
  expect(said).toEqual(['last']);
  expect(await helper.exited).toEqual({ code: 75, signal: null });
  expect(helper.complaint()).toBe('why\n');
});

test('killing ends it and what it started, at once', async () => {
  const { helper, said, until } = start(`
    import { spawn } from 'node:child_process';
    process.on('SIGTERM', () => undefined);
    const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => 0); setInterval(() => 0, 1000)'], { stdio: 'inherit' });
    console.log(child.pid);
    setInterval(() => 0, 1000);`);
  await until(() => said.length === 1);
  const grandchild = Number(said[0]);
  expect(alive(grandchild)).toBe(true);
  helper.kill();
  expect(await helper.exited).toEqual({ code: null, signal: 'SIGKILL' });
  await expect.poll(() => alive(grandchild) && !isZombie(grandchild)).toBe(false);
});

test('a program that cannot be started is an end, not an exception', async () => {
  const helper = createHelperStarter({}).start({ node: join(directory, 'none'), entry: 'x', directory });
  let closed = false;
  helper.transport.onClose(() => {
    closed = true;
  });
  helper.transport.send('{}');
  expect(await helper.exited).toEqual({ code: null, signal: null });
  await expect.poll(() => closed).toBe(true);
  expect(helper.complaint()).toContain('ENOENT');
});

test('a line without an end is cut off', async () => {
  const { helper, until, closed } = start(`
    const piece = 'x'.repeat(1 << 20);
    const write = () => process.stdout.write(piece, write);
    write();`);
  await until(() => closed() !== null);
  expect(closed()).toContain('too long');
  expect((await helper.exited).signal).toBe('SIGKILL');
});

function isZombie(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.startsWith('Z') ?? false;
  } catch {
    return true;
  }
}
