import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CLI_MAIN, type Ended, onTerminal, type Running, until, Workshop } from '../../support/host/processes.ts';

const workshop = new Workshop();
afterAll(() => workshop.dispose());

let home: string;
beforeEach(() => {
  home = workshop.folder();
});

const cli = (...args: string[]) => workshop.cli(home, args);
const atTerminal = (...args: string[]) =>
  workshop.start(onTerminal([process.execPath, CLI_MAIN, '--home', home, ...args])).ended;
const parse = <T>(shape: z.ZodType<T>, ended: Ended): T => shape.parse(JSON.parse(ended.stdout));

const toolRow = z.strictObject({
  name: z.string(),
  category: z.string(),
  policy: z.string(),
  ownerOnly: z.boolean(),
  source: z.string(),
  registered: z.boolean(),
  advertised: z.boolean(),
  reason: z.string().nullable(),
  inputSchema: z.looseObject({ type: z.literal('object') }),
});
const toolAnswer = z.strictObject({
  ok: z.boolean(),
  code: z.string().optional(),
  text: z.string(),
  images: z.array(z.string()),
});
const askAnswer = z.strictObject({
  conversationId: z.string(),
  text: z.string(),
  toolCalls: z.array(z.strictObject({ name: z.string(), ok: z.boolean(), code: z.string().optional() })),
});
const doctorRow = z.strictObject({
  id: z.string(),
  status: z.enum(['ok', 'warn', 'fail']),
  message: z.string(),
  remedy: z.string().optional(),
});

describe('usage', () => {
  it('goes to stdout when asked for and to stderr with code 2 when it is an error', async () => {
    expect(await cli('help')).toMatchObject({ code: 0, stdout: expect.stringContaining('Usage: fermix'), stderr: '' });
    const bare = await workshop.start([process.execPath, CLI_MAIN]).ended;
    expect(bare).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Usage: fermix') });
    expect(await cli('fly')).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('no verb "fly"') });
    expect(await cli('tool', 'shell', '[1]')).toMatchObject({ code: 2, stdout: '' });
    expect(await cli('tool', 'shell', '{')).toMatchObject({ code: 2, stdout: '' });
    expect(await cli('ask')).toMatchObject({ code: 2, stdout: '' });
    expect(await cli('grant', 'path')).toMatchObject({ code: 2, stdout: '' });
    expect(existsSync(join(home, 'run'))).toBe(false);
  });
});

describe('tools --json', () => {
  it('is the documented array, and differs in what is offered to an unattended caller', async () => {
    const unattended = parse(z.array(toolRow), await cli('tools', '--json'));
    const names = unattended.map((row) => row.name);
    expect(names).toEqual([...names].sort());
    expect(names).toEqual(expect.arrayContaining(['computer_use', 'file_read', 'shell', 'tool_help']));
    const access = (rows: z.infer<typeof toolRow>[]) => rows.find((row) => row.name === 'request_directory_access');
    expect(access(unattended)).toMatchObject({ advertised: false, reason: expect.any(String) });
    expect(unattended.find((row) => row.name === 'shell')).toMatchObject({ advertised: true, reason: null });
    const attended = parse(z.array(toolRow), await atTerminal('tools', '--json'));
    expect(access(attended)).toMatchObject({ advertised: true, reason: null });
  });
});

describe('tool', () => {
  it('runs a tool with a host of its own and answers in the documented shape', async () => {
    const done = await cli('tool', 'shell', '{"command":"echo one; echo two >&2"}', '--json');
    expect(done.code).toBe(0);
    expect(parse(toolAnswer, done)).toMatchObject({ ok: true, text: expect.stringContaining('one'), images: [] });
  });

  it('shows the text once, wherever its streams lead, and a failure on a line of its own', async () => {
    const say = ['tool', 'shell', '{"command":"printf hi"}'];
    expect(await cli(...say)).toMatchObject({ code: 0, stdout: 'hi\n', stderr: '' });
    expect((await atTerminal(...say)).stdout.replaceAll('\r', '')).toBe('hi\n');
    const apart = ['sh', '-c', 'file=$1; shift; "$@" >"$file"; printf "[%s]" "$(cat "$file")"', 'sh'];
    const call = [process.execPath, CLI_MAIN, '--home', home];
    const redirected = [...apart, join(home, 'result.txt'), ...call, ...say];
    expect((await workshop.start(onTerminal(redirected)).ended).stdout.replaceAll('\r', '')).toBe('hi\n[hi]');
    const fails = [...apart, join(home, 'result.txt'), ...call, 'tool', 'shell', '{"command":"printf hi; exit 3"}'];
    const failed = (await workshop.start(onTerminal(fails)).ended).stdout.replaceAll('\r', '');
    expect(failed).toMatch(/^hi\nexit_nonzero: .*exit code 3/);
  });

  it('tells an unattended owner what the screen lacks, and refuses with code 3', async () => {
    const screen = await cli('tool', 'computer_use', '{"action":"screenshot"}', '--json');
    expect([parse(toolAnswer, screen).code, screen.code]).toEqual(['unattended_origin', 3]);
  });

  it('answers a refusal on stdout with --json and on stderr without, with exit code 3', async () => {
    const call = ['tool', 'file_read', '{"path":"/etc/passwd"}'];
    const json = await cli(...call, '--json');
    expect(json.code).toBe(3);
    expect(parse(toolAnswer, json)).toMatchObject({ ok: false, code: 'protected_path' });
    expect(await cli(...call)).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringMatching(/^protected_path: /),
    });
  });

  it('answers bad input and an unknown tool by code', async () => {
    const bad = await cli('tool', 'file_read', '{"path":1}', '--json');
    expect(parse(toolAnswer, bad)).toMatchObject({ ok: false, code: 'invalid_arguments' });
    expect(bad.code).toBe(1);
    const unknown = await cli('tool', 'no_such_tool', '{}', '--json');
    expect(parse(toolAnswer, unknown)).toMatchObject({ ok: false, code: 'unknown_capability' });
  });

  it('lets no escape sequence of a tool reach the terminal', async () => {
    const done = await cli('tool', 'shell', JSON.stringify({ command: "printf '\\033[31mred\\033]0;x\\007'" }));
    expect(done.stdout).toContain('red');
    for (const control of ['\u001b', '\u0007']) expect(done.stdout + done.stderr).not.toContain(control);
  });

  it('carries a megabyte of what JSON makes six times as long', async () => {
    const command = 'head -c 1000000 /dev/zero';
    const done = await cli('tool', 'shell', JSON.stringify({ command }), '--json');
    expect(done.stderr).toBe('');
    expect(parse(toolAnswer, done).text.length).toBeGreaterThan(10_000);
  });

  it('stops at the time limit with code 124, and nothing of the command is left', async () => {
    const seconds = `301.${process.pid}`;
    const command = JSON.stringify({ command: `trap '' TERM; sleep ${seconds}` });
    const done = await cli('tool', 'shell', command, '--json', '--timeout', '1000');
    expect(done.code).toBe(124);
    expect(parse(toolAnswer, done)).toMatchObject({ ok: false });
    expect((await workshop.start(['pgrep', '-f', `^sleep ${seconds}`]).ended).stdout).toBe('');
  });
});

describe('ask in direct mode', () => {
  it('does the work with no model and answers in the documented shape', async () => {
    mkdirSync(join(home, 'workspace'), { recursive: true });
    writeFileSync(join(home, 'workspace', 'note.txt'), 'bonjour é\n');
    const done = await cli('ask', '--json', 'read note.txt');
    expect(done).toMatchObject({ code: 0 });
    const answer = parse(askAnswer, done);
    expect(answer.toolCalls).toEqual([{ name: 'file_read', ok: true }]);
    const again = await cli('ask', '--json', '--session', answer.conversationId, 'run echo again');
    expect(parse(askAnswer, again)).toMatchObject({ conversationId: answer.conversationId });
  });

  it('streams text to stdout and one line per tool call to stderr', async () => {
    const done = await cli('ask', 'run', 'echo', 'hi');
    expect(done.code).toBe(0);
    expect(done.stdout.trim()).not.toBe('');
    expect(done.stderr).toMatch(/^\[shell\] .*: done$/m);
  });

  it('names a file that is not there and a conversation that never was', async () => {
    const missing = await cli('ask', '--attach', '/no/file.txt', 'help');
    expect(missing).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('no file /no/file.txt') });
    const session = await cli('ask', '--session', 'nope', 'help');
    expect(session).toMatchObject({ code: 1, stderr: expect.stringContaining('no conversation with the id nope') });
  });

  it('ends with code 1 when a command failed, and with 3 when it was refused', async () => {
    const failed = await cli('ask', '--json', 'run false');
    expect([parse(askAnswer, failed).toolCalls[0]?.ok, failed.code]).toEqual([false, 1]);
    expect((await cli('ask', 'read /etc/passwd')).code).toBe(3);
    expect((await cli('ask', 'run true')).code).toBe(0);
  });

  it('works under a pseudo-terminal and reads a message from standard input', async () => {
    const done = await atTerminal('ask', 'run tty </dev/tty; true');
    expect(done.code).toBe(0);
    const piped = await workshop.cli(home, ['ask', '--stdin', '--json'], { input: 'run echo piped' });
    expect(parse(askAnswer, piped).toolCalls).toEqual([{ name: 'shell', ok: true }]);
  });

  it('shows a question of the agent at the terminal and carries the answer out', async () => {
    const osHome = workshop.folder();
    const folder = join(osHome, 'project');
    mkdirSync(folder);
    const request = `tool request_directory_access ${JSON.stringify({ path: folder, reason: 'to build it' })}`;
    const command = onTerminal([process.execPath, CLI_MAIN, '--home', home, 'ask', request]);
    const asking = workshop.start(command, { typing: true, env: { HOME: osHome } });
    await asking.sees('Allow? [y/N]');
    asking.type('y\n');
    const done = await asking.ended;
    expect(done.code).toBe(0);
    expect(done.stdout).toContain('to build it');
    expect(readFileSync(join(home, 'config.toml'), 'utf8')).toContain(folder);
  });

  it('refuses a conversation that does not exist', async () => {
    expect(await cli('ask', '--session', 'nope', 'help')).toMatchObject({ code: 1, stdout: '' });
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ends everything at %s with code %i', async (signal, code) => {
    const seconds = `${code}.${process.pid}`;
    const asking = workshop.start([
      process.execPath,
      CLI_MAIN,
      '--home',
      home,
      'ask',
      `run trap '' TERM INT; setsid sleep ${seconds} & sleep ${seconds}`,
    ]);
    const alive = async () => (await workshop.start(['pgrep', '-f', `^sleep ${seconds}`]).ended).stdout.trim() !== '';
    await until(alive, () => 'the command did not start');
    asking.child.kill(signal);
    expect((await asking.ended).code).toBe(code);
    expect(await alive()).toBe(false);
  });
});

describe('a model whose key the app alone can read', () => {
  it('is answered with secret_needs_app and code 5', async () => {
    writeFileSync(
      join(home, 'config.toml'),
      '[fermix_core.providers.anthropic]\nprimary = true\ndefault_model = "claude-sonnet-4-5"\napi_key = "@keyring"\n',
    );
    const { secretFile } = await import('../../../main/config/secret-file.ts');
    mkdirSync(join(secretFile(home, 'ANTHROPIC_API_KEY'), '..'), { recursive: true });
    writeFileSync(secretFile(home, 'ANTHROPIC_API_KEY'), 'sealed');
    const done = await workshop.cli(home, ['ask', 'hello'], { env: { ANTHROPIC_API_KEY: '' } });
    expect(done.code).toBe(5);
    expect(done.stderr).toMatch(/app/i);
  });
});

describe('grant path', () => {
  const settings = () => readFileSync(join(home, 'config.toml'), 'utf8');

  it.each([
    ['n', 3, false],
    ['yes', 0, true],
  ] as const)('asks on the terminal and takes "%s" for an answer', async (answer, code, granted) => {
    const folder = workshop.folder();
    const command = [process.execPath, CLI_MAIN, '--home', home, 'grant', 'path', folder];
    const asking = workshop.start(onTerminal(command), { typing: true });
    await asking.sees('[y/N]');
    asking.type(`${answer}\n`);
    const done = await asking.ended;
    expect(done.code).toBe(code);
    expect(done.stdout).toContain(folder);
    expect(existsSync(join(home, 'config.toml')) && settings().includes(folder)).toBe(granted);
  });

  it('is refused without a terminal, and --yes answers the question', async () => {
    const folder = workshop.folder();
    expect(await cli('grant', 'path', folder)).toMatchObject({ code: 3, stdout: '' });
    expect(existsSync(join(home, 'config.toml')) && settings().includes(folder)).toBe(false);
    expect(await cli('grant', 'path', folder, '--yes')).toMatchObject({ code: 0 });
    expect(settings()).toContain(folder);
    expect(await cli('grant', 'path', folder)).toMatchObject({ code: 0, stdout: expect.stringContaining('already') });
  });

  it('refuses folders that open too much, whoever asks', async () => {
    expect(await cli('grant', 'path', '/', '--yes')).toMatchObject({ code: 3 });
    expect(await cli('grant', 'path', home, '--yes')).toMatchObject({ code: 3 });
    expect(await cli('grant', 'path', join(workshop.folder(), 'missing'), '--yes')).toMatchObject({ code: 1 });
  });

  it('is refused to a child of a host, with --yes and through another home', async () => {
    const folder = workshop.folder();
    const other = workshop.folder();
    const host: Running = await workshop.startHost(home);
    for (const target of [home, other]) {
      const command = `'${process.execPath}' '${CLI_MAIN}' --home '${target}' grant path '${folder}' --yes; echo "code $?"`;
      const done = await cli('tool', 'shell', JSON.stringify({ command }));
      expect(done.stdout).toContain('code 3');
      expect(done.stdout).toContain('in person');
    }
    expect(existsSync(join(home, 'config.toml')) && settings().includes(folder)).toBe(false);
    expect(existsSync(join(other, 'config.toml'))).toBe(false);
    host.child.kill('SIGTERM');
    await host.ended;
  });
});

describe('doctor --json', () => {
  it('looks at a new home without making it', async () => {
    const missing = join(workshop.folder(), 'none');
    const done = await workshop.cli(missing, ['doctor', '--json']);
    const rows = parse(z.array(doctorRow), done);
    expect(rows.map((row) => row.id)).toEqual(expect.arrayContaining(['home', 'config', 'store', 'helper', 'host']));
    expect(done.code).toBe(rows.some((row) => row.status === 'fail') ? 1 : 0);
    expect(existsSync(missing)).toBe(false);
  });

  it('leaves an open home and its store as they are, byte for byte', async () => {
    expect((await cli('tools')).code).toBe(0);
    chmodSync(home, 0o755);
    const before = readdirSync(home).sort();
    const rows = parse(z.array(doctorRow), await cli('doctor', '--json'));
    expect(rows.find((row) => row.id === 'home')).toMatchObject({ status: 'warn' });
    expect(rows.find((row) => row.id === 'store')).toMatchObject({ status: 'ok' });
    expect(statSync(home).mode & 0o777).toBe(0o755);
    expect(readdirSync(home).sort()).toEqual(before);
  });

  it('works on a home that is broken in several ways, and says so with code 1', async () => {
    writeFileSync(join(home, 'config.toml'), '[sandbox]\nmode = "developer"\n');
    writeFileSync(join(home, 'memory.db'), 'this is no database'.repeat(100));
    const done = await cli('doctor', '--json');
    expect(done.code).toBe(1);
    const rows = parse(z.array(doctorRow), done);
    const status = (id: string) => rows.find((row) => row.id === id)?.status;
    expect({ config: status('config'), store: status('store') }).toEqual({ config: 'fail', store: 'fail' });
    expect(readFileSync(join(home, 'memory.db'), 'utf8')).toContain('this is no database');
  });

  it('asks the running host', async () => {
    const host = await workshop.startHost(home);
    const rows = parse(z.array(doctorRow), await cli('doctor', '--json'));
    expect(rows.find((row) => row.id === 'host')?.message).toContain(`The app (process ${host.pid})`);
  });
});

describe('a broken home', () => {
  it('says on stderr that a damaged store was set aside, and works on with a new one', async () => {
    writeFileSync(join(home, 'memory.db'), 'this is no database'.repeat(100));
    const done = await cli('tool', 'shell', '{"command":"echo on"}');
    expect(done).toMatchObject({ code: 0, stdout: 'on\n', stderr: expect.stringContaining('memory.db.damaged-') });
    expect((await cli('tool', 'shell', '{"command":"echo on"}')).stderr).toBe('');
  });

  it('that can never be made ends a verb with code 4 and the reason, and does not hang', async () => {
    const file = join(home, 'file');
    writeFileSync(file, '');
    for (const place of ['/proc/nohome', file, join(home, 'x'.repeat(300))]) {
      const done = await workshop.cli(place, ['ask', 'help']);
      expect(done).toMatchObject({ code: 4, stdout: '', stderr: expect.stringContaining('cannot be used') });
    }
  });

  it('ends verbs that need a host with code 4 and the reason', async () => {
    writeFileSync(join(home, 'config.toml'), '[sandbox]\nmode = "developer"\n');
    expect(await cli('tools', '--json')).toMatchObject({
      code: 4,
      stdout: '',
      stderr: expect.stringContaining('standard'),
    });
  });
});

describe('attaching', () => {
  it('uses the host that runs, and several commands share one that a command started', async () => {
    const slow = workshop.start([
      process.execPath,
      CLI_MAIN,
      '--home',
      home,
      'tool',
      'shell',
      '{"command":"sleep 3; echo slow"}',
    ]);
    await until(
      () => existsSync(join(home, 'run', 'host.sock')),
      () => 'the first command did not start a host',
    );
    const quick = await cli('tool', 'shell', '{"command":"echo quick"}');
    expect(quick).toMatchObject({ code: 0, stdout: expect.stringContaining('quick') });
    expect(await slow.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('slow') });
  });
});

describe('the app starting while a command works', () => {
  it('gets the home after the command was stopped in order', async () => {
    const seconds = `305.${process.pid}`;
    const command = [process.execPath, CLI_MAIN, '--home', home, 'ask', '--json', `run sleep ${seconds}`];
    const asking = workshop.start(command);
    const alive = async () => (await workshop.start(['pgrep', '-f', `^sleep ${seconds}`]).ended).stdout.trim() !== '';
    await until(alive, () => 'the command did not start');
    const app = await workshop.startHost(home, 'app');
    const done = await asking.ended;
    expect(done).toMatchObject({ code: 1, stderr: expect.stringContaining('The app takes over') });
    expect(parse(askAnswer, done).toolCalls).toEqual([{ name: 'shell', ok: false, code: expect.any(String) }]);
    expect(await alive()).toBe(false);
    expect((await workshop.cli(home, ['doctor', '--json'])).stdout).toContain(`(process ${app.pid})`);
  });
});

describe('the starter', () => {
  const starter = new URL('../../../bin/fermix.mjs', import.meta.url).pathname;

  const systemNode = ['/usr/bin/node', '/usr/local/bin/node'].find((path) => existsSync(path)) ?? process.execPath;

  it.each([systemNode, process.execPath])('runs the command with %s, and ends as it ends', async (node) => {
    const usage = await workshop.start([node, starter, 'fly']).ended;
    expect(usage).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('no verb "fly"') });
    const done = await workshop.start([
      node,
      starter,
      '--home',
      home,
      'tool',
      'shell',
      '{"command":"echo hi"}',
      '--json',
    ]).ended;
    expect(parse(toolAnswer, done)).toMatchObject({ ok: true });
  });

  it('passes a signal on and ends with its code', async () => {
    const seconds = `302.${process.pid}`;
    const command = ['/usr/bin/env', 'node', starter, '--home', home, 'ask', `run sleep ${seconds}`];
    const asking = workshop.start(command);
    const alive = async () => (await workshop.start(['pgrep', '-f', `^sleep ${seconds}`]).ended).stdout.trim() !== '';
    await until(alive, () => 'the command did not start');
    process.kill(asking.pid, 'SIGINT');
    expect((await asking.ended).code).toBe(130);
    expect(await alive()).toBe(false);
  });
});
