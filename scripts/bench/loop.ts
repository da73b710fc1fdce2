import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { AgentPorts } from '../../main/agent/agent-ports.ts';
import { createConversations } from '../../main/agent/conversations.ts';
import type { ModelClient } from '../../main/agent/model-client.ts';
import { createSystemClock, createSystemIds } from '../../main/host/system-ports.ts';
import { DEFERRAL_DEFAULTS } from '../../main/registry/deferral/settings.ts';
import { bindTool, defineTool } from '../../main/registry/define-tool.ts';
import type { Caller } from '../../main/registry/policy.ts';
import { createRegistry } from '../../main/registry/registry.ts';
import { openStore, type Store } from '../../main/store/open-store.ts';
import { type BenchRow, median } from './row.ts';

/** An ordinary conversation, and a large one. */
const SIZES = [
  { tools: 60, messages: 200, limitMs: 15 },
  { tools: 500, messages: 2_000, limitMs: 20 },
];
const STEPS = 60;
const ROUNDS = 4;
/** Bytes of a picture of the screen, about those of a 1366x768 PNG of a desktop with text. */
const PICTURE_BYTES = 400_000;
const CONVERSATION = 'conv_bench';

const OWNER: Caller = {
  trust: 'operator',
  origin: 'interactive',
  depth: 0,
  channel: 'window',
  conversationId: CONVERSATION,
  replyPort: true,
  approvalPort: true,
  requestDirectory: null,
  shared: false,
  selfStarted: false,
  scheduled: false,
};

/**
 * The loop's own cost of a step: from one call of a model that answers at once to the next, over a tool that answers
 * at once, with three pictures of the screen and the real store on disk.
 */
export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const size of SIZES) rows.push(await measure(size));
  return rows;
}

async function measure({ tools, messages, limitMs }: (typeof SIZES)[number]): Promise<BenchRow> {
  const home = mkdtempSync(join(tmpdir(), 'fermix-loop-'));
  const clock = createSystemClock();
  const ids = createSystemIds(clock);
  const store = openStore({ home, clock, ids, retentionDays: () => 30, recordingDays: () => 7 });
  try {
    const calls: number[] = [];
    await fillHistory(store, messages);
    const conversations = createConversations(portsOf(store, instantModel(calls, tools), tools, { clock, ids }));
    const steps: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      calls.length = 0;
      const input = { conversationId: CONVERSATION, clientId: `round${round}`, text: 'go', images: [], files: [] };
      const report = await conversations.finished(await conversations.send(input, OWNER));
      if (report.result !== 'completed' || report.toolCalls.length !== STEPS) {
        throw new Error(`The measured turn did not run as planned: ${JSON.stringify(report.failure ?? report.result)}`);
      }
      if (round > 0) steps.push(...calls.slice(1).map((at, index) => at - (calls[index] ?? at)));
    }
    await conversations.close();
    const value = median(steps);
    return {
      name: 'loop',
      value,
      unit: 'ms',
      against: null,
      ratio: null,
      target: `at most ${limitMs} ms with ${tools} tools and ${messages} messages`,
      ok: value <= limitMs,
    };
  } finally {
    store.close();
    rmSync(home, { recursive: true, force: true });
  }
}

function instantModel(calls: number[], tools: number): ModelClient {
  let step = 0;
  return {
    info: {
      id: 'bench/instant',
      provider: 'bench',
      label: 'Instant',
      contextWindow: 1_000_000,
      maxImageEdge: 1_568,
      vision: true,
      efforts: [],
    },
    async *stream() {
      calls.push(performance.now());
      step = calls.length;
      const isLast = step > STEPS;
      const input = { value: `step ${step}` };
      const toolCalls = isLast ? [] : [{ id: '', name: `tool_${step % tools}`, arguments: input }];
      const text = isLast ? 'done' : '';
      yield {
        type: 'end',
        response: { text, toolCalls, usage: { totalTokens: 1 }, promptTokens: 40_000, model: 'bench' },
      };
    },
  };
}

function portsOf(
  store: Store,
  client: ModelClient,
  tools: number,
  time: Pick<AgentPorts, 'clock' | 'ids'>,
): AgentPorts {
  const registry = createRegistry();
  for (let index = 0; index < tools; index += 1) registry.register(instantTool(index));
  const silent = () => undefined;
  return {
    ...time,
    store: store.conversations,
    images: store.images,
    encoder: { encode: () => Promise.reject(new Error('No picture of this run needs scaling.')) },
    attachments: { read: () => Promise.reject(new Error('There are no attachments.')) },
    models: { current: async () => ({ ok: true, client }) },
    registry,
    log: { info: silent, warn: silent, error: silent },
    settings: () => ({
      agentName: 'Fermix',
      maxRetainedScreenshots: 3,
      digestThreshold: 0.85,
      digestEffort: 'medium',
      compaction: true,
      deferral: DEFERRAL_DEFAULTS,
    }),
    promptFacts: () => ({ platform: 'Linux', sandbox: 'standard', workingDirectory: '/', timeZone: 'UTC' }),
    stopHooks: [],
  };
}

function instantTool(index: number) {
  const tool = defineTool<null>()({
    name: `tool_${index}`,
    category: 'system',
    policy: 'read_write',
    ownerOnly: false,
    description: 'Answers at once. '.repeat(10),
    input: z.object({
      value: z.string().describe('Anything.'),
      count: z.number().int().optional().describe('A number.'),
    }),
    title: (input) => `Do ${String(input['value'])}`,
    run: async (input) => ({ ok: true, text: `${input.value}\n`.repeat(40) }),
  });
  return bindTool(tool, null);
}

/** Turns of four rows each: a message, a call, its result, an answer. The last three results have a picture. */
async function fillHistory(store: Store, messages: number): Promise<void> {
  const { conversations, images } = store;
  conversations.create(CONVERSATION, Date.now());
  const turns = messages / 4;
  for (let turn = 0; turn < turns; turn += 1) {
    const at = Date.now();
    const turnId = `turn_${turn}`;
    const id = `call_${turn}`;
    const base = { turnId, at };
    const data = new Uint8Array(PICTURE_BYTES).fill(turn);
    const hasPicture = turn >= turns - 3;
    const stored = hasPicture ? [await images.put({ data, mime: 'image/png', width: 1366, height: 768 })] : [];
    const shown = stored.map((image) => ({ image, role: 'result' as const }));
    const user = {
      kind: 'user',
      ...base,
      id: `user_${turn}`,
      text: 'What is in the folder?',
      images: [],
      files: [],
    } as const;
    conversations.save(CONVERSATION, { ...user, images: [], files: [], status: 'sent', clientId: `client_${turn}` });
    const call = { id, name: 'tool_1', arguments: { value: 'x' } };
    const answer = { kind: 'assistant', ...base, reasoning: '', status: 'done', model: 'bench' } as const;
    conversations.save(CONVERSATION, { ...answer, id: `asks_${turn}`, text: '', toolCalls: [call] });
    const text = 'a line of the result\n'.repeat(60);
    const end = { at, ok: true, outcome: 'performed', text, images: shown, external: false } as const;
    const tool = { kind: 'tool', ...base, ...call, title: 'Do x', startedAt: at } as const;
    const imagesForModel = stored.map((image) => image.id);
    conversations.save(CONVERSATION, { ...tool, end: { ...end, images: shown, imagesForModel } });
    conversations.save(CONVERSATION, { ...answer, id: `says_${turn}`, text: 'It holds three files.', toolCalls: [] });
  }
}
