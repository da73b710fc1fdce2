import { execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { endLeftovers } from '../../../../main/sandbox/programs/leftovers.ts';
import { createPrograms, type ProgramRequest, type Programs } from '../../../../main/sandbox/programs/programs.ts';
import { keptLog, realClock, realIds } from '../../../support/clock-and-ids.ts';

let directory: string;
let programs: Programs;
const log = keptLog();

beforeAll(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'fermix-programs-')));
  programs = createPrograms({ clock: realClock, ids: realIds, log, temporaryDirectory: directory });
});
afterEach(() => expect(log.lines).toEqual([]));
afterAll(async () => {
  await programs.close();
  rmSync(directory, { recursive: true, force: true });
});

function request(command: string, more: Partial<ProgramRequest> = {}): ProgramRequest {
  return {
    file: 'sh',
    args: ['-c', command],
    cwd: directory,
    env: { PATH: process.env['PATH'] ?? '', HOME: directory, MARK: 'here' },
    timeoutMs: 20_000,
    signal: new AbortController().signal,
    ...more,
  };
}

/** Processes whose command line holds the text; the search itself does not. */
function alive(text: string): string[] {
  const rows = execFileSync('ps', ['-eo', 'pid,stat,args'], { encoding: 'utf8' }).split('\n');
  return rows.filter((row) => row.includes(text) && !/^\s*\d+\s+Z/.test(row));
}

/** Running `sleep` programs of this very number, whatever started them. */
const sleepers = (n: string) =>
  alive(n).filter((row) => row.trim().endsWith(` sleep ${n}`) && !row.includes(' -c ')).length;

const mark = () => `3${Math.floor(Math.random() * 1e9)}`;

describe('output and endings', () => {
  test('both streams come merged in the order they were written', async () => {
    const result = await programs.run(request('echo one; echo two >&2; echo three; exit 3'));
    expect(result).toEqual({ ending: { kind: 'exited', code: 3 }, output: 'one\ntwo\nthree\n', leftAlive: 0 });
  });
  test('the environment is exactly the one given', async () => {
    const { output } = await programs.run(request('tr "\\0" "\\n" </proc/$$/environ | cut -d= -f1 | sort'));
    expect(output.trim().split('\n')).toEqual(['HOME', 'MARK', 'PATH']);
  });
  test('standard input is empty and there is no terminal', async () => {
    const { output } = await programs.run(request('cat; tty; (: </dev/tty) 2>/dev/null || echo none'));
    expect(output).toBe('not a tty\nnone\n');
  });
  test('a character split between two chunks is whole; bytes that are no UTF-8 are replaced', async () => {
    const seen: string[] = [];
    const command = "printf '\\303'; sleep 0.1; printf '\\251 \\377 ok'";
    const { output } = await programs.run(request(command, { onOutput: (text) => seen.push(text) }));
    expect(output).toBe('é \uFFFD ok');
    expect(seen.join('')).toBe(output);
  });
  test('values are taken out, also across chunks and at the end', async () => {
    const seen: string[] = [];
    const command = "printf 'a very-sec'; sleep 0.1; printf 'ret-value b very-secret-value very-secr'";
    const result = await programs.run(
      request(command, { secrets: ['very-secret-value'], onOutput: (text) => seen.push(text) }),
    );
    expect(result.output).toBe('a «redacted» b «redacted» very-secr');
    expect(seen.join('')).toBe(result.output);
  });
  test('output over the limit ends the program and keeps the first bytes', async () => {
    const result = await programs.run(request('yes 0123456789', { outputLimit: 10_000 }));
    expect(result.ending).toEqual({ kind: 'overflow' });
    expect(result.output.length).toBe(10_000);
    expect(result.output.startsWith('0123456789\n0123456789\n')).toBe(true);
  });
  test('a missing program and a missing folder are answers', async () => {
    expect((await programs.run(request('no-such-program-here'))).ending).toEqual({ kind: 'exited', code: 127 });
    const nowhere = await programs.run(request('true', { cwd: join(directory, 'nowhere') }));
    expect(nowhere.ending).toMatchObject({ kind: 'not_started', code: 'ENOENT' });
  });
  test('too long a command line is an answer and the next one works', async () => {
    const long = await programs.run(request(`: ${'x'.repeat(3_000_000)}`));
    expect(long.ending).toMatchObject({ kind: 'not_started', code: 'E2BIG' });
    expect((await programs.run(request('echo next'))).output).toBe('next\n');
  });
});

describe('open files', () => {
  test('a program gets none of those the host holds, whatever their number', async () => {
    const held = [20, 33, 64, 100, 101, 250, 700];
    for (const fd of held) writeFileSync(join(directory, `held-${fd}`), 'whole\n');
    const opened = held.map((fd) => `${fd}<>held-${fd}`).join(' ');
    const host = join(import.meta.dirname, '../../../support/host-with-open-files.ts');
    const spoil = held.map((fd) => `{ echo spoilt >/proc/self/fd/${fd}; } 2>/dev/null`).join('; ');
    const script = `exec ${opened}; ls /proc/$$/fd >held-by-host; exec "$@"`;
    const command = `ls /proc/$$/fd; ${spoil}; true`;
    const answer = execFileSync('bash', ['-c', script, 'host', process.execPath, host, directory, command], {
      cwd: directory,
      encoding: 'utf8',
    });
    const heldByHost = readFileSync(join(directory, 'held-by-host'), 'utf8').split('\n');
    expect(heldByHost).toEqual(expect.arrayContaining(held.map(String)));
    expect(JSON.parse(answer)).toMatchObject({ ending: { kind: 'exited', code: 0 }, output: '0\n1\n2\n8\n9\n' });
    for (const fd of held) expect(readFileSync(join(directory, `held-${fd}`), 'utf8')).toBe('whole\n');
  });
  test.each([
    ['echo a >/dev/stderr', 'a\n'],
    ['echo a >/dev/stdout', 'a\n'],
    ['echo a >>/dev/stderr; echo b', 'a\nb\n'],
    ['echo a | tee /dev/stderr', 'a\na\n'],
    ['echo a | tee /dev/stdout', 'a\na\n'],
    ['echo a >/proc/self/fd/2; echo b >/dev/fd/1', 'a\nb\n'],
    ['sh -c "echo a >/dev/stderr; exit 7" || echo $? >/dev/stderr', 'a\n7\n'],
  ])('outputs can be opened by name: %s', async (command, output) => {
    expect(await programs.run(request(command))).toEqual({ ending: { kind: 'exited', code: 0 }, output, leftAlive: 0 });
  });
  test('many programs at once keep their outputs apart, and nothing of it stays in the folder or open', async () => {
    const open = () => readdirSync('/proc/self/fd').length;
    const own = createPrograms({ clock: realClock, ids: realIds, log, temporaryDirectory: directory });
    const before = open();
    const runs = Array.from({ length: 20 }, (_, n) => own.run(request(`echo ${n}; echo ${n} >/dev/stderr; exit ${n}`)));
    for (const [n, run] of runs.entries())
      expect(await run).toEqual({ ending: { kind: 'exited', code: n }, output: `${n}\n${n}\n`, leftAlive: 0 });
    await own.close();
    expect(readdirSync(directory).filter((name) => name.startsWith('.'))).toEqual([]);
    await expect.poll(open).toBe(before);
  });
  test('where no pipe of the system can be made a program still runs', async () => {
    const own = createPrograms({ clock: realClock, ids: realIds, log, temporaryDirectory: directory });
    const call = request('echo out; echo err >&2; exit 4');
    vi.stubEnv('PATH', join(directory, 'without-mkfifo'));
    const result = await own.run(call);
    vi.unstubAllEnvs();
    expect(result).toEqual({ ending: { kind: 'exited', code: 4 }, output: 'out\nerr\n', leftAlive: 0 });
    await own.close();
  });
});

describe('ending the tree', () => {
  const STUBBORN = `trap '' TERM HUP INT; exec sleep`;
  const cases: [string, (n: string) => string][] = [
    [
      'a shell that ignores TERM with grandchildren',
      (n) => `trap '' TERM; (sh -c "${STUBBORN} ${n}" & sleep ${n}) & wait; wait`,
    ],
    ['setsid', (n) => `setsid sh -c "${STUBBORN} ${n}" & sleep ${n}`],
    ['nohup', (n) => `nohup sh -c "${STUBBORN} ${n}" >/dev/null 2>&1 & sleep ${n}`],
    [
      'a double fork into a session of its own with no output',
      (n) => `(setsid sh -c "(${STUBBORN} ${n}) & exit" >/dev/null 2>&1 </dev/null &) ; sleep ${n}`,
    ],
    [
      'a daemon that closes every descriptor after a while',
      (n) =>
        `python3 -c "import os,time\nif os.fork()==0:\n os.setsid()\n time.sleep(0.4)\n os.closerange(0,64)\n os.execvp('sleep',['sleep','${n}'])" & sleep ${n}`,
    ],
  ];
  test.each(cases)('%s: nothing is alive after a stop', async (_name, script) => {
    const n = mark();
    const stop = new AbortController();
    const run = programs.run(request(script(n), { signal: stop.signal }));
    await expect.poll(() => sleepers(n), { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
    const stoppedAt = Date.now();
    stop.abort();
    const result = await run;
    expect(alive(n)).toEqual([]);
    expect(Date.now() - stoppedAt).toBeLessThan(2_000);
    expect(result).toMatchObject({ ending: { kind: 'stopped' }, leftAlive: 0 });
  });
  test('what a finished command leaves in the background is ended too', async () => {
    const n = mark();
    const result = await programs.run(request(`nohup setsid sleep ${n} >/dev/null 2>&1 & echo done`));
    expect(result).toEqual({ ending: { kind: 'exited', code: 0 }, output: 'done\n', leftAlive: 0 });
    expect(alive(n)).toEqual([]);
  });
  test('a deadline ends the tree and drops what is written afterwards', async () => {
    const n = mark();
    const seen: string[] = [];
    const script = `trap 'echo late; sleep ${n}' TERM; echo early; sleep ${n} & wait`;
    const result = await programs.run(request(script, { timeoutMs: 300, onOutput: (text) => seen.push(text) }));
    expect(result).toEqual({ ending: { kind: 'timeout' }, output: 'early\n', leftAlive: 0 });
    expect(seen).toEqual(['early\n']);
    expect(alive(n)).toEqual([]);
  });
  test('a program that stops at TERM may do so by itself', async () => {
    const script = `trap 'echo x > ended; exit 0' TERM; echo ready; while :; do sleep 0.02; done`;
    const stop = new AbortController();
    const result = await programs.run(request(script, { signal: stop.signal, onOutput: () => stop.abort() }));
    expect(result.ending).toEqual({ kind: 'stopped' });
    expect(readFileSync(join(directory, 'ended'), 'utf8')).toBe('x\n');
  });
  test('two runs never end each other', async () => {
    const other = programs.run(request('sleep 0.6; echo still here'));
    await Promise.all(Array.from({ length: 8 }, () => programs.run(request('sleep 0.05 & true'))));
    expect((await other).output).toBe('still here\n');
  });
  test('closing ends what runs and starts nothing more', async () => {
    const n = mark();
    const own = createPrograms({ clock: realClock, ids: realIds, log, temporaryDirectory: directory });
    const run = own.run(request(`sleep ${n}`));
    await expect.poll(() => sleepers(n), { timeout: 10_000 }).toBeGreaterThan(0);
    await own.close();
    expect((await run).ending).toEqual({ kind: 'stopped' });
    expect((await own.run(request('echo no'))).output).toBe('');
    expect(alive(n)).toEqual([]);
  });
  test('an already stopped call starts nothing', async () => {
    const result = await programs.run(request('echo x > never', { signal: AbortSignal.abort() }));
    expect(result.ending).toEqual({ kind: 'stopped' });
  });
});

test('what a killed host left running is ended by the next one', async () => {
  const n = mark();
  const path = join(directory, 'marker');
  writeFileSync(path, '');
  const fd = openSync(path, 'r');
  const script = `trap '' TERM; setsid sh -c "trap '' TERM; exec sleep ${n}" & sleep ${n} & wait`;
  const orphan = spawn('sh', ['-c', script], { detached: true, stdio: ['ignore', 'ignore', 'ignore', fd] });
  closeSync(fd);
  const stranger = spawn('sleep', [`${n}0`], { stdio: 'ignore' });
  await expect.poll(() => sleepers(n), { timeout: 10_000 }).toBe(2);
  expect(await endLeftovers(path, { clock: realClock, log })).toBeGreaterThanOrEqual(3);
  await expect.poll(() => sleepers(n), { timeout: 10_000 }).toBe(0);
  expect(sleepers(`${n}0`)).toBe(1);
  stranger.kill('SIGKILL');
  orphan.unref();
  expect(log.lines.splice(0)).toMatchObject([{ event: 'leftovers_ended' }]);
  expect(await endLeftovers(path, { clock: realClock, log })).toBe(0);
});
