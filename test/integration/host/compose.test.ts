import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compose } from '../../../main/compose.ts';
import { createEnvironmentSecrets } from '../../../main/config/environment-secrets.ts';
import { redactValue } from '../../../main/config/redact.ts';
import type { Host } from '../../../main/host/ports.ts';
import { createSystemClock, createSystemIds } from '../../../main/host/system-ports.ts';
import { openLog } from '../../../main/log.ts';
import type { HostEvent } from '../../../protocol/ipc/events.ts';
import { storedRows } from '../../support/e2e/store-rows.ts';
import { until, Workshop } from '../../support/host/processes.ts';
import { createScriptedModel, type ScriptedModel, type Turn } from '../../support/scripted-model.ts';

const workshop = new Workshop();
afterAll(() => workshop.dispose());

const KEY = 'sk-ant-test-key-that-must-not-leak-0123456789';

let home: string;
let open: { close(): Promise<void> }[] = [];
beforeEach(() => {
  home = workshop.folder();
});
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
  open = [];
});

/** The whole host in plain Node: no Electron, no display. */
async function startHost(env: Record<string, string> = {}): Promise<Host> {
  const clock = createSystemClock();
  const log = openLog({ home, clock, redact: redactValue });
  const whole = { PATH: process.env['PATH'], HOME: home, USER: 'ann', ...env };
  const host = await compose({
    role: 'app',
    home,
    osHome: home,
    userData: null,
    env: whole,
    startDirectory: '/',
    clock,
    ids: createSystemIds(clock),
    log,
    openSecrets: () => createEnvironmentSecrets({ env: whole, home }),
    helperDirectory: fileURLToPath(new URL('../../../out/helper', import.meta.url)),
    helperInPlace: true,
    appVersion: '1.0.0',
    runtime: 'plain Node',
    desktop: null,
  });
  open.push(host);
  return host;
}

async function startModel(script: Turn[]): Promise<ScriptedModel> {
  const model = await createScriptedModel({ format: 'anthropic', script, key: KEY });
  open.push(model);
  return model;
}

function listen(host: Host) {
  const events: HostEvent[] = [];
  host.onEvent((event) => events.push(event));
  const ended = () => events.some((one) => one.name === 'conversation.event' && one.payload.event.type === 'turn-end');
  return { events, turnEnd: () => until(ended, () => `the turn did not end: ${JSON.stringify(events).slice(-2000)}`) };
}

/** The settings of an owner who has connected this model; the key comes from the environment. */
function chooseModel(model: ScriptedModel, more = ''): void {
  const block = `[fermix_core.providers.anthropic]\nprimary = true\ndefault_model = "scripted-1"\nbase_url = "${model.url}"\n`;
  writeFileSync(join(home, 'config.toml'), `${more}${block}`);
}

describe('the whole host in plain Node, with no display', () => {
  it('answers a message with tools and a model, keeps all of it, and shows it whole after a restart', async () => {
    const model = await startModel([
      {
        text: 'I will write the file.',
        toolCalls: [{ name: 'file_write', arguments: { path: 'note.txt', content: 'naïve 👩‍👩‍👧\n' } }],
      },
      { toolCalls: [{ name: 'shell', arguments: { command: 'env; cat note.txt' } }] },
      { text: 'The file is **written**.' },
    ]);
    chooseModel(model);
    const host = await startHost({ ANTHROPIC_API_KEY: KEY });
    const { events, turnEnd } = listen(host);
    const { conversationId } = await host.handlers['conversation.create']({});
    const message = { conversationId, clientId: 'w1', text: 'Please write a note.', images: [], files: [] };
    await host.handlers['conversation.send'](message);
    await turnEnd();

    expect(readFileSync(join(home, 'workspace', 'note.txt'), 'utf8')).toBe('naïve 👩‍👩‍👧\n');
    const sent = model.requests[2]?.results[0];
    expect(sent?.text).toContain('naïve 👩‍👩‍👧');
    expect(sent?.text).not.toContain(KEY);
    const state = await host.handlers['conversation.open']({ conversationId });
    const kinds = ['user', 'assistant', 'tool', 'tool', 'assistant'];
    expect(state.entries.map((entry) => entry.kind)).toEqual(kinds);
    expect(state.entries.at(-1)).toMatchObject({ text: 'The file is **written**.', status: 'done' });
    expect(state.usage.inputTokens).toBeGreaterThan(0);
    const numbers = events.flatMap((one) => (one.name === 'conversation.event' ? [one.payload.seq] : []));
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => (numbers[0] ?? 0) + index));
    await host.close();

    expect(storedRows(home)).toMatchObject({
      userTexts: ['Please write a note.'],
      tools: ['file_write', 'shell'],
      outcomes: ['performed', 'performed'],
    });
    const again = await startHost({ ANTHROPIC_API_KEY: KEY });
    const { entries } = await again.handlers['conversation.open']({ conversationId });
    expect(entries.map((entry) => entry.kind)).toEqual(kinds);
    const day = readdirSync(join(home, 'traces'))[0] ?? '';
    const traces = readFileSync(join(home, 'traces', day, 'tool_exec.jsonl'), 'utf8')
      .trimEnd()
      .split('\n');
    expect(traces.map((line) => (JSON.parse(line) as { name: string }).name)).toEqual(['file_write', 'shell']);
    expect(readFileSync(join(home, 'logs', 'fermix.log'), 'utf8')).not.toContain(KEY);
    expect(readFileSync(join(home, 'config.toml'), 'utf8')).not.toContain(KEY);
  });

  it('stops a shell that ignores the signal and has grandchildren, within two seconds', async () => {
    const seconds = `303.${process.pid}`;
    const command = `trap '' TERM; (setsid sleep ${seconds} &); sh -c "trap '' TERM; sleep ${seconds}; sleep ${seconds}"`;
    const model = await startModel([{ toolCalls: [{ name: 'shell', arguments: { command } }] }, { text: 'never' }]);
    chooseModel(model);
    const host = await startHost({ ANTHROPIC_API_KEY: KEY });
    const { turnEnd } = listen(host);
    const { conversationId } = await host.handlers['conversation.create']({});
    await host.handlers['conversation.send']({ conversationId, clientId: 'w1', text: 'go', images: [], files: [] });
    const alive = async () =>
      (await workshop.start(['pgrep', '-f', `^sleep ${seconds}`]).ended).stdout.trim().split('\n');
    await until(
      async () => (await alive()).length >= 2,
      () => 'the command did not start',
    );
    expect(host.activity().running).toEqual([conversationId]);
    expect(await host.handlers['conversation.stop']({ conversationId })).toEqual({ stopped: true });
    expect(await alive()).toEqual(['']);
    await turnEnd();
    const { entries } = await host.handlers['conversation.open']({ conversationId });
    expect(entries.find((entry) => entry.kind === 'tool')).toMatchObject({ status: 'done', outcome: 'stopped' });
    expect(host.activity().running).toEqual([]);
  });

  it('asks the owner for a folder, takes the answer of the window once, and goes on', async () => {
    const folder = join(home, 'project');
    mkdirSync(folder);
    writeFileSync(join(folder, 'a.txt'), 'inside');
    const ask = { name: 'request_directory_access', arguments: { path: folder, reason: 'You asked for a.txt.' } };
    const read = { name: 'file_read', arguments: { path: join(folder, 'a.txt') } };
    const model = await startModel([
      { toolCalls: [read] },
      { toolCalls: [ask] },
      { text: 'I asked.' },
      { toolCalls: [read] },
      { text: 'It says inside.' },
    ]);
    chooseModel(model, '[sandbox]\nmode = "strict"\n');
    const host = await startHost({ ANTHROPIC_API_KEY: KEY });
    const { conversationId } = await host.handlers['conversation.create']({});
    await host.handlers['conversation.send']({
      conversationId,
      clientId: 'w1',
      text: 'Read a.txt',
      images: [],
      files: [],
    });
    const entries = async () => (await host.handlers['conversation.open']({ conversationId })).entries;
    await until(
      async () => (await entries()).some((entry) => entry.kind === 'assistant' && entry.text === 'I asked.'),
      () => 'the agent did not ask',
    );
    expect(host.activity().needsYou).toEqual([conversationId]);
    const card = (await entries()).find((entry) => entry.kind === 'approval');
    expect(card).toMatchObject({ status: 'pending', exact: expect.stringContaining(folder) });
    const answer = { id: card?.id ?? '', allow: true };
    expect(await host.handlers['approval.answer'](answer)).toMatchObject({ status: 'approved' });
    await expect(Promise.resolve(host.handlers['approval.answer'](answer))).rejects.toMatchObject({
      code: 'unknown_approval',
    });
    await until(
      async () => (await entries()).some((entry) => entry.kind === 'assistant' && entry.text === 'It says inside.'),
      () => 'the request was not taken up again',
    );
    expect(readFileSync(join(home, 'config.toml'), 'utf8')).toContain(folder);
  });

  it('runs a tool by hand and lists computer use with the reason it is off', async () => {
    const host = await startHost();
    const { events } = listen(host);
    const rows = await host.handlers['tool.list']({});
    expect(rows.find((row) => row.name === 'computer_use')).toMatchObject({
      registered: false,
      advertised: false,
      reason: expect.any(String),
    });
    const input = { name: 'shell', input: { command: 'echo by hand' }, runId: 'r1' };
    expect(await host.handlers['tool.run'](input)).toMatchObject({
      ok: true,
      text: expect.stringContaining('by hand'),
    });
    expect(events).toContainEqual({ name: 'tool-run.output', payload: { runId: 'r1', text: 'by hand\n' } });
    const bad = await host.handlers['tool.run']({ name: 'file_read', input: { path: 'a\0b' }, runId: 'r2' });
    expect(bad).toMatchObject({ ok: false, code: 'invalid_path' });
  });

  it('refuses what it must by code, and says it runs in no app', async () => {
    const host = await startHost();
    const refused = async (call: unknown) => {
      const error = await Promise.resolve(call).catch((reason: unknown) => reason);
      return (error as { code?: string }).code;
    };
    expect(await refused(host.handlers['conversation.open']({ conversationId: 'nope' }))).toBe('unknown_conversation');
    expect(await refused(host.handlers['image.read']({ id: 'nope' }))).toBe('image_gone');
    expect(await refused(host.handlers['grant.add']({ path: '/' }))).toBe('unsafe_root');
    expect(await refused(host.handlers['settings.write']({ key: 'sandbox.mode', value: 'wide' }))).toBe(
      'invalid_value',
    );
    expect(await refused(host.handlers['app.open-link']({ url: 'https://example.org' }))).toBe('not_in_app');
    expect(existsSync(join(home, 'config.toml'))).toBe(false);
  });

  it('sets a damaged store aside and says so at the start', async () => {
    const first = await startHost();
    await first.close();
    writeFileSync(join(home, 'memory.db'), 'no database at all '.repeat(500));
    const host = await startHost();
    const info = await host.handlers['app.info']({});
    expect(info.startNotices).toEqual([{ tone: 'warn', text: expect.stringContaining('damaged') }]);
    expect(readdirSync(home).some((name) => name.startsWith('memory.db.damaged-'))).toBe(true);
  });

  it('checks itself and answers the pages', async () => {
    const host = await startHost();
    const rows = await host.handlers['doctor.run']({});
    expect(rows.find((row) => row.id === 'store')).toMatchObject({ status: 'ok' });
    const permissions = await host.handlers['permission.check']({});
    expect(permissions.map((row) => row.id)).toEqual([
      'helper',
      'display',
      'screen_capture',
      'input_control',
      'accessibility',
      'idle',
      'clipboard',
      'screen_lock',
      'keychain',
    ]);
    expect(await host.handlers['settings.read']({})).toMatchObject({
      home,
      sandboxMode: 'standard',
      externalChange: null,
    });
  });

  it('runs every registered tool by hand as the owner in person, and asks on the page what only the owner may decide', async () => {
    const folder = workshop.folder();
    const host = await startHost();
    const { events } = listen(host);
    const rows = await host.handlers['tool.list']({});
    expect(rows.find((one) => one.name === 'request_directory_access')).toMatchObject({
      advertised: true,
      reason: null,
    });
    const run = (runId: string) =>
      host.handlers['tool.run']({
        name: 'request_directory_access',
        input: { path: folder, reason: 'To look at it.' },
        runId,
      });
    expect(await run('r1')).toMatchObject({ ok: true, outcome: 'performed' });
    const asked = events.flatMap((one) => (one.name === 'conversation.event' ? [one.payload] : []));
    expect(asked).toMatchObject([
      { event: { type: 'approval-start', entry: { exact: expect.stringContaining(folder) } } },
    ]);
    const [start] = asked;
    if (start?.event.type !== 'approval-start') throw new Error('nothing was asked');

    const answer = { id: start.event.entry.id, allow: true };
    expect(await host.handlers['approval.answer'](answer)).toMatchObject({ status: 'approved' });
    expect(events.at(-1)).toMatchObject({ payload: { event: { type: 'approval-end', status: 'approved' } } });
    const { roots } = await host.handlers['settings.read']({});
    expect(roots).toContainEqual({ path: folder, source: 'granted' });
    expect(await run('r2')).toMatchObject({ ok: true, code: 'already_allowed' });
    expect(await host.handlers['conversation.list']({ search: '' })).toEqual([]);
  });
});
