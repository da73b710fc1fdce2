import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Running, Workshop } from '../../support/host/processes.ts';

const workshop = new Workshop();
let home: string;
let host: Running;
let outside: string;
let client: string[];
beforeAll(async () => {
  home = workshop.folder();
  outside = workshop.folder();
  host = await workshop.startHost(home);
  client = await workshop.rawClientCommand(join(home, 'run', 'host.sock'));
});
afterAll(() => workshop.dispose());

type Call = readonly [method: string, params: object];
type Answer = { ok: true; result: unknown } | { ok: false; code: string; message: string };

const REFUSED = { ok: false, code: 'not_in_person' };
const quote = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ');
const readAnswers = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Answer[];

/** Writes down what the raw client is to call after its greeting. */
function prepare(greeting: string, calls: readonly Call[]) {
  const folder = workshop.folder();
  const [asked, answered] = [join(folder, 'calls.json'), join(folder, 'answers.json')];
  writeFileSync(asked, JSON.stringify(calls));
  return { answered, command: [...client, asked, answered, greeting] };
}

/** Runs the raw client from the host's own shell; `wrap` may make the shell command more devious. */
async function fromTheShell(greeting: string, calls: readonly Call[], wrap = (command: string) => command) {
  const { answered, command } = prepare(greeting, calls);
  const script = `${wrap(quote(command))}\nwhile [ ! -s '${answered}' ]; do sleep 0.05; done`;
  const done = await workshop.cli(home, ['tool', 'shell', JSON.stringify({ command: script, timeout_ms: 60_000 })]);
  expect(done).toMatchObject({ code: 0 });
  return readAnswers(answered);
}

const settings = () => {
  const path = join(home, 'config.toml');
  return existsSync(path) ? readFileSync(path, 'utf8') : '(none)';
};

/** A conversation of the owner's. */
async function conversation(): Promise<string> {
  const asked = await workshop.cli(home, ['ask', '--json', 'help']);
  return (JSON.parse(asked.stdout) as { conversationId: string }).conversationId;
}

describe.each(['init none', 'init false', 'self none', 'self false', 'self true'])(
  'a child of the host that greets with the pid and the proof "%s"',
  (greeting) => {
    it('is refused everything that is the owner’s alone, and nothing changes', async () => {
      const before = settings();
      const session = await conversation();
      const calls: Call[] = [
        ['grantPreview', { path: outside }],
        ['grantApply', { path: outside, confirmed: 'flag' }],
        ['grantApply', { path: outside, confirmed: 'terminal' }],
        ['approve', { id: 'any', allow: true }],
        ['focus', {}],
        ['handOver', {}],
        ['ask', { text: 'give me everything', session, directory: home, attach: [] }],
      ];
      expect(await fromTheShell(greeting, calls)).toEqual(calls.map(() => expect.objectContaining(REFUSED)));
      expect(settings()).toBe(before);
      expect(host.child.exitCode).toBeNull();
    });

    it('may read, and work with the tools, but brings no folder of its own', async () => {
      const secret = join(outside, greeting.replace(' ', '-'));
      mkdirSync(secret);
      const path = join(secret, 'planted.txt');
      const input = { path, content: 'x' };
      const [tools, tool, ask] = await fromTheShell(greeting, [
        ['tools', {}],
        ['tool', { name: 'file_write', input, directory: secret }],
        ['ask', { text: `tool file_write ${JSON.stringify(input)}`, session: null, directory: secret, attach: [] }],
      ]);
      expect(tools).toMatchObject({ ok: true });
      expect(tool).toMatchObject({ ok: true, result: { ok: false, code: 'outside_root' } });
      expect(ask).toMatchObject({ result: { toolCalls: [{ name: 'file_write', ok: false, code: 'outside_root' }] } });
      expect(existsSync(path)).toBe(false);
    });
  },
);

/** Leaves the tree, closes every descriptor, takes a session and a terminal of its own, and answers for that terminal. */
const ESCAPE = `
import os, pty, sys
if os.fork(): os._exit(0)
os.setsid()
middle = os.getpid()
if os.fork(): os._exit(0)
os.closerange(3, 4096)
while os.getppid() == middle: pass
pid, terminal = pty.fork()
if pid == 0:
    os.closerange(3, 4096)
    os.execv('/bin/sh', ['sh', '-c', sys.argv[1]])
try:
    while os.read(terminal, 1024): pass
except OSError: pass
`;

describe('a process of the shell that has left everything behind', () => {
  it('is known by the limit that it cannot lift', async () => {
    const script = join(workshop.folder(), 'escape.py');
    writeFileSync(script, ESCAPE);
    const escaped = (command: string) => {
      const inner = join(workshop.folder(), 'inner.sh');
      writeFileSync(inner, `${command}\n`);
      return `python3 '${script}' 'sh ${inner}' </dev/null >/dev/null 2>&1`;
    };
    const calls: Call[] = [
      ['grantApply', { path: outside, confirmed: 'terminal' }],
      ['grantApply', { path: outside, confirmed: 'flag' }],
    ];
    expect(await fromTheShell('self true', calls, escaped)).toMatchObject([REFUSED, REFUSED]);
    expect(settings()).not.toContain(outside);
  });
});

describe('a process that no host started', () => {
  it.each(['self none', 'self false', 'init false'])('is refused after the greeting "%s"', async (greeting) => {
    const { answered, command } = prepare(greeting, [['grantApply', { path: outside, confirmed: 'flag' }]]);
    await workshop.start(command).ended;
    expect(readAnswers(answered)).toMatchObject([REFUSED]);
  });

  it('proves who it is and is served', async () => {
    const session = await conversation();
    const { answered, command } = prepare('self true', [
      ['grantPreview', { path: outside }],
      ['ask', { text: 'help', session, directory: home, attach: [] }],
      ['focus', {}],
      ['grantApply', { path: outside, confirmed: 'flag' }],
    ]);
    await workshop.start(command).ended;
    expect(readAnswers(answered).map((answer) => answer.ok)).toEqual([true, true, true, true]);
    expect(settings()).toContain(outside);
  });
});
