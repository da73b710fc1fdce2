import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AgentConversations } from '../../../main/agent/agent-ports.ts';
import { createConversations } from '../../../main/agent/conversations.ts';
import type { Clock } from '../../../main/agent/ports.ts';
import { openStore } from '../../../main/store/open-store.ts';
import { createWorld, OWNER, testTool } from '../../support/agent-world.ts';
import { realClock, realIds } from '../../support/clock-and-ids.ts';
import { seeded } from '../../support/seeded.ts';
import { refusals } from '../../support/wire-validators.ts';
import { connect, FORMATS } from '../../unit/main/models/open-client.ts';
import { faultyScript } from './faulty-script.ts';

const STEPS = 1_000;
/** Results of five megabytes. */
const BIG = 'a long line of a log that nobody will ever read to its end\n'.repeat(90_000);
/** Tokens. */
const WINDOW = 60_000;
/** Growth of the heap over the second half of the run, bytes. */
const FLAT = 40_000_000;

/** Waits of seconds take hundredths of them. */
const hurried: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => delay(Math.ceil(ms / 100), undefined, signal ? { signal } : {}),
};

function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

function tools(count: (value: string) => void) {
  const texts = { write: 'written', look: 'seen: 世界', big: BIG };
  return Object.entries(texts).map(([name, text]) => {
    const run = (value: string) => {
      count(value);
      return { ok: true as const, text, external: name === 'look' };
    };
    return testTool(name, run, { policy: name === 'look' ? 'read_only' : 'exec' });
  });
}

/** Message after message, now and then one more while a turn runs, until the model has made its steps. */
async function converse(conversations: AgentConversations, conversationId: string, steps: () => number) {
  const chance = seeded(7);
  const sent: string[] = [];
  const codes = new Set<string>();
  let half = 0;
  const say = (text: string, when?: 'now') => {
    sent.push(text);
    return conversations.send({ conversationId, clientId: text, text, images: [], files: [], when }, OWNER);
  };
  for (let turn = 0; steps() < STEPS; turn += 1) {
    const entry = await say(`message-${turn}.`);
    if (chance.chance(30)) {
      await delay(chance.below(30));
      await say(`meanwhile-${turn}.`, 'now');
    }
    const report = await conversations.finished(entry);
    if (report.failure) codes.add(report.failure.code);
    if (half === 0 && steps() > STEPS / 2) half = heapBytes();
  }
  while (conversations.isBusy(conversationId)) await delay(5);
  return { sent, codes, half };
}

/** One provider a format: xAI speaks as OpenAI does. */
const WIRES = FORMATS.filter(([, provider]) => provider !== 'xai');

describe.each(WIRES)('a thousand steps over %s with a line that breaks', (...format) => {
  it('lose nothing, double nothing, and never send what a provider refuses', { timeout: 900_000 }, async () => {
    const home = mkdtempSync(join(tmpdir(), 'fermix-faults-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const open = () =>
      openStore({ home, clock: realClock, ids: realIds, retentionDays: () => 30, recordingDays: () => 7 });
    const store = open();
    const script = faultyScript(20_261_130);
    const refused: string[] = [];
    const { client: wide, server } = await connect(format, (request) => {
      // The server keeps every request; a thousand of these would be what grows.
      server.requests.splice(0);
      refused.push(...refusals(format[0], request.body).map((problem) => `step ${script.steps()}: ${problem}`));
      return script.next(request);
    });
    // A window that fills: digests within a turn and summaries between turns are part of it.
    const client = { ...wide, info: { ...wide.info, contextWindow: WINDOW } };
    const ran = new Map<string, number>();
    const count = (value: string) => void ran.set(value, (ran.get(value) ?? 0) + 1);
    const world = createWorld(client, {
      store: store.conversations,
      images: store.images,
      ids: realIds,
      clock: hurried,
    });
    for (const one of tools(count)) world.ports.registry.register(one);

    const { conversations } = world;
    const { conversationId } = conversations.create();
    const { sent, codes, half } = await converse(conversations, conversationId, script.steps);

    expect(refused.slice(0, 5)).toEqual([]);
    expect(heapBytes() - half).toBeLessThan(FLAT);
    const known = ['rate_limit', 'provider_unavailable', 'transport_closed', 'protocol', 'no_response', 'network'];
    const limits = ['max_iterations', 'repeated_call', 'context_length_exceeded', 'content_filter'];
    expect([...codes].filter((code) => ![...known, ...limits].includes(code))).toEqual([]);

    const rows = store.conversations.load(conversationId);
    const said = rows.flatMap((row) => (row.kind === 'user' ? [row.text] : []));
    expect(said.toSorted()).toEqual(sent.toSorted());
    expect(rows.filter((row) => row.kind === 'user' && row.status !== 'sent')).toEqual([]);
    const answers = rows.flatMap((row) => (row.kind === 'assistant' ? [row.text] : []));
    for (const mark of script.whole)
      expect(
        answers.filter((text) => text.startsWith(mark)),
        mark,
      ).toHaveLength(1);
    expect([...ran].filter(([, times]) => times > 1)).toEqual([]);
    const kept = rows.filter((row) => row.kind === 'tool' && row.end?.ok);
    expect(kept).toHaveLength(ran.size);
    expect(rows.filter((row) => row.kind === 'tool' && !row.end)).toEqual([]);

    const shown = conversations.open(conversationId);
    await conversations.close();
    store.check();
    store.close();
    const again = open();
    onTestFinished(() => again.close());
    const reopened = createConversations({ ...world.ports, store: again.conversations, images: again.images });
    expect(reopened.open(conversationId).entries.at(-1)).toEqual(shown.entries.at(-1));
    const { costUsd = 0, ...tokens } = reopened.open(conversationId).usage;
    // Sums of many small amounts, in another order.
    expect(costUsd).toBeCloseTo(shown.usage.costUsd ?? 0, 6);
    expect(shown.usage).toMatchObject(tokens);
  });
});
