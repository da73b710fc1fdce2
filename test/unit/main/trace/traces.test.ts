import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ModelClient, ModelEvent, ModelRequest } from '../../../../main/agent/model-client.ts';
import { watchSecrets } from '../../../../main/config/known-secrets.ts';
import { traceClient } from '../../../../main/trace/traced-models.ts';
import { createTraces } from '../../../../main/trace/traces.ts';
import type { ModelTraceRow, ToolTraceRow } from '../../../../protocol/ipc/trace.ts';
import { keptLog, realClock } from '../../../support/clock-and-ids.ts';

const NOON = Date.UTC(2026, 10, 30, 12);
let home: string;
let log: ReturnType<typeof keptLog>;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fermix-trace-'));
  log = keptLog();
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const none = {
  backend: 'none' as const,
  note: null,
  has: () => false,
  write: async () => undefined,
  remove: async () => undefined,
};
const noSecrets = { ...none, read: async () => ({ ok: false as const, code: 'missing' as const }) };

function open(env: Record<string, string> = {}, keepDays = 14, now = NOON) {
  const { known } = watchSecrets(noSecrets, env);
  return createTraces({ home, env, clock: { ...realClock, now: () => now }, log, known, keepDays: () => keepDays });
}

const toolRow = (more: Partial<ToolTraceRow> = {}): ToolTraceRow => ({
  ...{ at: NOON, conversationId: 'c', turnId: 't', callId: 'call', name: 'shell', ok: true, code: null, durationMs: 5 },
  ...more,
});
const modelRow = (more: Partial<ModelTraceRow> = {}): ModelTraceRow => ({
  ...{ at: NOON, conversationId: 'c', turnId: 't', purpose: 'answer', model: 'x/y', outcome: 'ok', code: null },
  ...{ durationMs: 9, firstMs: 2, retries: 0, usage: { inputTokens: 3 }, messages: 1, tools: 0, calls: [] },
  ...more,
});
const textOf = (type: string, day = '2026-11-30') => readFileSync(join(home, 'traces', day, `${type}.jsonl`), 'utf8');

test('rows of a turn come back in order, over midnight, and only its own', async () => {
  const traces = open();
  const midnight = Date.UTC(2026, 11, 1);
  traces.tool(toolRow({ at: midnight + 5, name: 'late' }));
  traces.model(modelRow({ at: midnight - 10 }));
  traces.tool(toolRow({ at: midnight - 5, turnId: 'other' }));
  traces.tool(toolRow({ at: midnight - 5, conversationId: 'other' }));
  traces.sandbox({ at: midnight, conversationId: 'c', tool: 'file_read', code: 'outside_root', path: '/x' });
  const { steps, cut, keepsContent } = await traces.turn('c', 't', midnight + 1);
  expect(steps.map((step) => step.type)).toEqual(['llm_call', 'tool_exec']);
  expect(steps[1]).toMatchObject({ name: 'late', ok: true });
  expect({ cut, keepsContent }).toEqual({ cut: false, keepsContent: true });
  expect(textOf('sandbox_event', '2026-12-01')).toContain('outside_root');
  expect(statSync(join(home, 'traces', '2026-12-01', 'tool_exec.jsonl')).mode & 0o777).toBe(0o600);
});

test('keys are taken out of every part, typed words of the screen too', async () => {
  const traces = open({ ANTHROPIC_API_KEY: 'plain-looking-value' });
  const secret = 'sk-ant-abcdefghijklmnop';
  traces.tool(
    toolRow({ arguments: { command: `curl -H ${secret}`, list: [{ deep: 'plain-looking-value' }] }, result: secret }),
  );
  traces.model(modelRow({ asked: `my key is ${secret}`, answered: 'plain-looking-value' }));
  traces.tool(toolRow({ name: 'computer_use', arguments: { action: 'type', text: 'hunter2 hunter2' } }));
  await traces.idle();
  const all = textOf('tool_exec') + textOf('llm_call');
  for (const word of [secret, 'plain-looking-value', 'hunter2']) expect(all).not.toContain(word);
  expect(all).toContain('[15 characters]');
});

test('no bodies with FERMIX_TRACE_CONTENT=0, no rows with no days, another place with FERMIX_TRACE_DIR', async () => {
  const quiet = open({ FERMIX_TRACE_CONTENT: '0' });
  quiet.tool(toolRow({ arguments: { a: 'word' }, result: 'word' }));
  quiet.model(modelRow({ asked: 'word', answered: 'word' }));
  await quiet.idle();
  expect(textOf('tool_exec') + textOf('llm_call')).not.toContain('word');
  const off = open({}, 0, NOON);
  off.tool(toolRow({ name: 'never' }));
  await off.idle();
  expect(textOf('tool_exec')).not.toContain('never');
  const elsewhere = open({ FERMIX_TRACE_DIR: join(home, 'else') });
  elsewhere.tool(toolRow());
  await elsewhere.idle();
  expect(existsSync(join(home, 'else', '2026-11-30', 'tool_exec.jsonl'))).toBe(true);
});

test('a long body is cut; a torn line is passed over', async () => {
  const traces = open();
  traces.tool(toolRow({ result: 'x'.repeat(100_000) }));
  await traces.idle();
  writeFileSync(join(home, 'traces', '2026-11-30', 'llm_call.jsonl'), '{"turnId":"t","conversationId":"c","at"');
  const { steps } = await traces.turn('c', 't', NOON);
  expect(steps).toHaveLength(1);
  expect(JSON.stringify(steps[0]).length).toBeLessThan(20_000);
});

test('old days go, other things stay', async () => {
  for (const day of ['2026-11-01', '2026-11-16', '2026-11-17', 'notes'])
    mkdirSync(join(home, 'traces', day), { recursive: true });
  await open().sweep();
  expect(
    ['2026-11-01', '2026-11-16', '2026-11-17', 'notes'].map((day) => existsSync(join(home, 'traces', day))),
  ).toEqual([false, false, true, true]);
});

test('what cannot be written is logged once and disturbs nobody', async () => {
  writeFileSync(join(home, 'traces'), 'a file in the way');
  const traces = open();
  for (let count = 0; count < 5; count += 1) traces.tool(toolRow());
  await traces.idle();
  expect((await traces.turn('c', 't', NOON)).steps).toEqual([]);
  expect(log.lines.filter((line) => line.event === 'trace.write_failed')).toHaveLength(1);
});

const END: ModelEvent = {
  type: 'end',
  response: {
    text: 'hi',
    toolCalls: [{ id: '1', name: 'shell', arguments: {} }],
    usage: { outputTokens: 2 },
    model: 'x/y',
  },
};

async function callOf(events: ModelEvent[], take = events.length): Promise<ModelTraceRow[]> {
  const rows: ModelTraceRow[] = [];
  const client = {
    info: { id: 'x/y' },
    async *stream() {
      yield* events;
    },
  } as unknown as ModelClient;
  const request: ModelRequest = {
    ...{ system: [], tools: [], signal: new AbortController().signal },
    messages: [
      { role: 'user', text: 'old', images: [] },
      { role: 'assistant', text: 'said', toolCalls: [], model: 'x' },
      { role: 'user', text: 'new', images: [] },
    ],
    about: { purpose: 'answer', conversationId: 'c', turnId: 't' },
  };
  const stream = traceClient(client, { clock: realClock, write: (row) => void rows.push(row) }).stream(request);
  let left = take;
  for await (const _ of stream) {
    left -= 1;
    if (left === 0) break;
  }
  return rows;
}

test('each model call leaves one row, however it ends', async () => {
  const [done] = await callOf([{ type: 'text-delta', text: 'hi' }, END]);
  expect(done).toMatchObject({
    outcome: 'ok',
    asked: 'new',
    answered: 'hi',
    calls: ['shell'],
    usage: { outputTokens: 2 },
  });
  const error: ModelEvent = {
    type: 'error',
    error: { kind: 'rate_limit', provider: 'x', stage: 'before_response', message: 'Too many.' },
    partialText: '',
  };
  const retry: ModelEvent = { type: 'retry', attempt: 2, delayMs: 1, reason: 'Busy.' };
  expect(await callOf([retry, error])).toMatchObject([{ outcome: 'failed', code: 'rate_limit', retries: 1 }]);
  expect(await callOf([{ type: 'text-delta', text: 'h' }, END], 1)).toMatchObject([{ outcome: 'stopped' }]);
});
