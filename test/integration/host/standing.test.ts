import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectLocal } from '../../../main/host/listen.ts';
import { CLIENT_LIMITS, createSocketTransport } from '../../../main/host/socket-transport.ts';
import { localContract } from '../../../protocol/local/operations.ts';
import { createCaller } from '../../../protocol/rpc/caller.ts';
import { CLI_MAIN, onTerminal, type Running, until, Workshop } from '../../support/host/processes.ts';

const workshop = new Workshop();
let home: string;
let work: string;
let host: Running;
beforeAll(async () => {
  home = workshop.folder();
  work = join(home, 'workspace');
  host = await workshop.startHost(home);
  const command = await workshop.standingCommand(home);
  print = () => command;
});
afterAll(() => workshop.dispose());

let print: () => string[];
const standingOf = (output: string) =>
  JSON.parse(output) as { attended: boolean; selfStarted: boolean; reason: string };

/** Runs a command through the host's own shell tool. */
async function byShellTool(command: string): Promise<string> {
  const done = await workshop.cli(home, ['tool', 'shell', JSON.stringify({ command })]);
  expect(done).toMatchObject({ code: 0 });
  return done.stdout;
}

const quote = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ');

function rawCaller(socket: NonNullable<Awaited<ReturnType<typeof connectLocal>>>) {
  const timers = { set: setTimeout, clear: (handle: unknown) => clearTimeout(handle as NodeJS.Timeout) };
  return createCaller(localContract, createSocketTransport(socket, CLIENT_LIMITS), timers);
}

describe('who a process is taken for', () => {
  it('a command at a terminal is the attended owner', async () => {
    const { stdout } = await workshop.start(onTerminal(print())).ended;
    expect(standingOf(stdout)).toMatchObject({ attended: true, selfStarted: false });
  });

  it('a command without a controlling terminal is unattended', async () => {
    const { stdout } = await workshop.start(print()).ended;
    expect(standingOf(stdout)).toMatchObject({ attended: false, selfStarted: false });
  });

  it('a child of the host is self-started, on a terminal or not', async () => {
    expect(await byShellTool(quote(print()))).toContain('"selfStarted":true');
    expect(await byShellTool(quote(onTerminal(print())))).toContain('"selfStarted":true');
  });

  it('a grandchild that was forked twice, in a session and on a terminal of its own, is self-started', async () => {
    const file = join(work, 'standing.json');
    const inner = quote(onTerminal([...print(), file]));
    // The subshell ends at once, so the first process takes over what it started: no chain leads back to the host.
    await byShellTool(
      `(setsid -f ${inner} </dev/null >/dev/null 2>&1 &); while [ ! -s '${file}' ]; do sleep 0.05; done`,
    );
    expect(standingOf(readFileSync(file, 'utf8'))).toMatchObject({ attended: false, selfStarted: true });
  });

  it('a process that claims the pid of another one is taken for the least of all', async () => {
    const sleeper = workshop.start(onTerminal(['sleep', '60']));
    const socket = await connectLocal(join(home, 'run', 'host.sock'), 5_000);
    if (!socket) throw new Error('nobody listens');
    const caller = rawCaller(socket);
    await caller.call('hello', { protocolVersion: 1, pid: sleeper.pid }, { timeoutMs: 5_000 });
    expect(await caller.call('prove', {}, { timeoutMs: 5_000 })).toMatchObject({
      attended: false,
      selfStarted: true,
      reason: expect.stringContaining('did not show who it is'),
    });
    await expect(
      caller.call('grantApply', { path: '/tmp', confirmed: 'terminal' }, { timeoutMs: 5_000 }),
    ).rejects.toMatchObject({ code: 'not_in_person' });
    caller.close('done');
  });

  it('no call is answered before the greeting, and another version is refused', async () => {
    const socket = await connectLocal(join(home, 'run', 'host.sock'), 5_000);
    if (!socket) throw new Error('nobody listens');
    const caller = rawCaller(socket);
    await expect(caller.call('tools', {}, { timeoutMs: 5_000 })).rejects.toMatchObject({ code: 'invalid_params' });
    await expect(
      caller.call('hello', { protocolVersion: 99, pid: process.pid }, { timeoutMs: 5_000 }),
    ).rejects.toMatchObject({ code: 'incompatible_version' });
    caller.close('done');
  });
});

describe('the local socket', () => {
  const connect = async () => {
    const socket = await connectLocal(join(home, 'run', 'host.sock'), 5_000);
    if (!socket) throw new Error('nobody listens');
    return socket;
  };

  it.each([
    ['a frame over the limit', Buffer.from([0xff, 0xff, 0xff, 0xff, 1, 2, 3])],
    ['a frame that is not JSON', Buffer.from([0, 0, 0, 3, 0x61, 0x62, 0x63])],
    ['a frame that is not UTF-8', Buffer.from([0, 0, 0, 2, 0xc3, 0x28])],
  ])('closes a connection that sends %s and goes on serving others', async (_, bytes) => {
    const socket = await connect();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.resume();
    socket.write(bytes);
    await closed;
    expect((await workshop.cli(home, ['tools', '--json'])).code).toBe(0);
  });

  it.each([200_000, 900_000, 1_048_576])('carries %i control characters that a tool printed', async (count) => {
    const command = `head -c ${count} /dev/zero`;
    const done = await workshop.cli(home, ['tool', 'shell', JSON.stringify({ command }), '--json']);
    expect(done).toMatchObject({ code: 0, stderr: '' });
    const { ok, text } = JSON.parse(done.stdout) as { ok: boolean; text: string };
    expect(ok).toBe(true);
    expect(text.length).toBeGreaterThan(10_000);
    const asked = await workshop.cli(home, ['ask', `run ${command}`, '--json']);
    expect(JSON.parse(asked.stdout)).toMatchObject({ toolCalls: [{ name: 'shell', ok: true }] });
  });

  it('says that a message is too large to be sent', async () => {
    const input = '\u0001'.repeat(900_000);
    const done = await workshop.cli(home, ['ask', '--stdin'], { input });
    expect(done).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('too large') });
  });

  it('serves the command line while others hold every place in silence', async () => {
    const silent = await Promise.all(Array.from({ length: 64 }, connect));
    expect((await workshop.cli(home, ['tools', '--json'])).code).toBe(0);
    for (const socket of silent) socket.destroy();
  });

  it('answers a name that every object has like any unknown method', async () => {
    const socket = await connect();
    const message = JSON.stringify({ jsonrpc: '2.0', id: 'a', method: 'constructor', params: {} });
    const frame = Buffer.alloc(4 + message.length);
    frame.writeUInt32BE(message.length);
    frame.write(message, 4);
    let answer = '';
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    // In two pieces, cut inside the length.
    socket.write(frame.subarray(0, 2));
    socket.write(frame.subarray(2));
    await until(
      () => answer.includes('Unknown method'),
      () => `the answer was ${answer}`,
    );
    socket.destroy();
  });

  it('lets a client vanish in the middle of a call and ends what it started', async () => {
    const seconds = `300.${process.pid}`;
    const client = workshop.start([
      process.execPath,
      CLI_MAIN,
      '--home',
      home,
      'tool',
      'shell',
      JSON.stringify({ command: `sleep ${seconds}` }),
    ]);
    const alive = async () => (await workshop.start(['pgrep', '-f', `^sleep ${seconds}`]).ended).stdout.trim() !== '';
    await until(alive, () => 'the command did not start');
    client.child.kill('SIGKILL');
    await until(
      async () => !(await alive()),
      () => 'the command lives on',
    );
    expect(host.child.exitCode).toBeNull();
  });
});
