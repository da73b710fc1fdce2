import { closeSync, mkdtempSync, openSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { helperCommand } from '../../../main/computer/helper-command.ts';
import { createHelperStarter, type HelperProcess } from '../../../main/computer/helper-process.ts';
import { endLeftovers } from '../../../main/sandbox/programs/leftovers.ts';
import { HELPER_PROTOCOL_VERSION } from '../../../protocol/helper/operations.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { isRunning } from '../../support/relayed-helper.ts';
import { LineProgram } from '../../support/x11/program.ts';

const OUT = new URL('../../../out/helper/', import.meta.url).pathname;
const PROGRAM = { node: `${OUT}node`, entry: `${OUT}index.mjs`, directory: OUT };
const HELLO = JSON.stringify({
  jsonrpc: '2.0',
  id: 'hello',
  method: 'hello',
  params: { protocolVersion: HELPER_PROTOCOL_VERSION, appVersion: 'test', appPid: process.pid },
});

/** Opens one of each kind that Chromium leaves inheritable, low and high, names them, and becomes the helper. */
const PARENT = `
import json, os, socket, sys
a, b = socket.socketpair()
kinds = [os.open(sys.argv[1], os.O_RDWR), a.detach(), b.detach(), *os.pipe(), os.memfd_create('shared', 0)]
kinds += [os.dup2(fd, fd + 200) for fd in kinds]
for fd in kinds: os.set_inheritable(fd, True)
print(json.dumps([os.readlink(f'/proc/self/fd/{fd}') for fd in kinds]), flush=True)
os.execv(sys.argv[2], sys.argv[2:])
`;

let folder = '';
const open: { stop(): Promise<unknown> }[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inherited-files-'));
});
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
  rmSync(folder, { recursive: true });
});

const filesOf = (pid: number) =>
  readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
    } catch {
      return [];
    }
  });

/** With nothing done for it the helper starts over by itself; the app's command closes the files before. */
const WAYS = [
  ['started plainly', () => ({ file: PROGRAM.node, args: [PROGRAM.entry] })],
  ['started as the app does', () => helperCommand(PROGRAM, {}, false)],
] as const;

it.each(WAYS)('keeps none of the files that its parent left inheritable, %s', async (_name, command) => {
  const { file, args } = command();
  const path = join(folder, 'database');
  writeFileSync(path, '');
  const program = new LineProgram<string[] & { id?: string }>(
    '/usr/bin/python3',
    ['-c', PARENT, path, file, ...args],
    {},
  );
  open.push(program);
  program.send(HELLO);
  const inherited = await program.until((line) => Array.isArray(line));
  expect(inherited).toContain(path);
  await program.until((line) => line.id === 'hello');
  const kept = new Set(filesOf(program.child.pid ?? 0));
  expect(inherited.filter((file) => kept.has(file))).toEqual([]);
});

/** A helper as the app starts it, greeted. */
async function startMarked(marker: number): Promise<HelperProcess> {
  const helper = createHelperStarter({}, marker).start(PROGRAM);
  open.push({
    stop() {
      helper.kill();
      return helper.exited;
    },
  });
  const greeted = new Promise<void>((resolve) => helper.transport.onMessage(() => resolve()));
  helper.transport.send(HELLO);
  await greeted;
  return helper;
}

it('holds the marker of its host, by which the next host ends it even when it does not react', async () => {
  const path = join(folder, 'marker');
  writeFileSync(path, '');
  const marker = openSync(path, 'r');
  const helper = await startMarked(marker);
  closeSync(marker);
  expect(filesOf(helper.pid)).toContain(path);
  process.kill(helper.pid, 'SIGSTOP');
  const clock = createManualClock();
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const ending = endLeftovers(path, { clock, log });
  await expect.poll(() => clock.sleepers()).toBeGreaterThan(0);
  await clock.advance(60_000);
  expect(await ending).toBe(1);
  await expect.poll(() => isRunning(helper.pid), { timeout: 15_000 }).toBe(false);
});
