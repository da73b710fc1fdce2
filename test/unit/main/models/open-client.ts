import { onTestFinished } from 'vitest';
import type {
  ModelClient,
  ModelEvent,
  ModelMessage,
  ModelRequest,
  ModelTool,
} from '../../../../main/agent/model-client.ts';
import type { Clock, Log } from '../../../../main/agent/ports.ts';
import { findProvider, type ProviderDescriptor } from '../../../../main/config/providers.ts';
import { resolveModel } from '../../../../main/models/catalogue.ts';
import { createClient } from '../../../../main/models/create-client.ts';
import { createGuardedFetch } from '../../../../main/models/network/guarded-fetch.ts';
import type { Deadlines } from '../../../../main/models/wire/observed-fetch.ts';
import {
  createScriptedModel,
  type Script,
  type ScriptedFormat,
  type ScriptedModel,
  type ScriptedModelOptions,
} from '../../../support/scripted-model.ts';

/** Each format with the provider that speaks it and a model that can think. */
export const FORMATS: [ScriptedFormat, string, string][] = [
  ['anthropic', 'anthropic', 'claude-opus-4-5'],
  ['openai-responses', 'openai', 'gpt-5.2'],
  ['openai-responses', 'xai', 'grok-4.3'],
  ['google', 'google', 'gemini-3.1-pro-preview'],
  ['chat-completions', 'custom', 'some-local-model'],
];

export const TOOLS: ModelTool[] = ['file_read', 'screenshot'].map((name) => ({
  name,
  description: `does ${name}`,
  inputSchema: { type: 'object', properties: { path: { type: 'string' } }, additionalProperties: false },
}));

export function provider(name: string): ProviderDescriptor {
  const found = findProvider(name);
  if (!found) throw new Error(`no provider ${name}`);
  return found;
}

/** A clock whose sleeps end at once and are written down. */
export function eagerClock(): Clock & { sleeps: number[] } {
  const sleeps: number[] = [];
  return {
    sleeps,
    now: Date.now,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      sleeps.push(ms);
    },
  };
}

export const quietLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

export interface Setup {
  server: ScriptedModel;
  client: ModelClient;
  clock: ReturnType<typeof eagerClock>;
}

/** A scripted server and a client of the format's family connected to it. */
export async function connect(
  [format, name, id]: [ScriptedFormat, string, string],
  script: Script,
  extra: { deadlines?: Partial<Deadlines>; server?: Partial<ScriptedModelOptions>; key?: string | null } = {},
): Promise<Setup> {
  const server = await createScriptedModel({ format, script, ...extra.server });
  const { fetch, close } = createGuardedFetch();
  onTestFinished(async () => {
    await close();
    await server.close();
  });
  const resolved = await resolveModel({ provider: provider(name), baseUrl: server.url, id, server: {}, effort: null });
  const clock = eagerClock();
  const deadlines = { firstByteMs: 20_000, idleMs: 20_000, ...extra.deadlines };
  const key = extra.key === undefined ? 'test-key' : extra.key;
  const parts = { fetch, clock, log: quietLog, userAgent: 'fermix-desktop/9.9.9', deadlines };
  return { server, clock, client: createClient(provider(name).kind, resolved, key, parts) };
}

export function ask(text: string): ModelMessage {
  return { role: 'user', text, images: [] };
}

export function request(messages: ModelMessage[], extra: Partial<ModelRequest> = {}): ModelRequest {
  return {
    system: ['Be brief.', 'Today is Monday.'],
    messages,
    tools: TOOLS,
    signal: new AbortController().signal,
    ...extra,
  };
}

export async function collect(events: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const all: ModelEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** The answer, or an error when there is none. */
export async function answer(client: ModelClient, asked: ModelRequest) {
  const events = await collect(client.stream(asked));
  const last = events.at(-1);
  if (last?.type !== 'end') throw new Error(`no answer: ${JSON.stringify(last)}`);
  return { events, response: last.response };
}

/** The failure, or an error when there is none. */
export async function failure(client: ModelClient, asked: ModelRequest) {
  const events = await collect(client.stream(asked));
  const last = events.at(-1);
  if (last?.type !== 'error') throw new Error(`no failure: ${JSON.stringify(last)}`);
  return { events, ...last };
}

export function joined(events: ModelEvent[], type: 'text-delta' | 'reasoning-delta'): string {
  return events.map((event) => (event.type === type ? event.text : '')).join('');
}
