import { expect, test } from 'vitest';
import { createConversations } from '../../../../main/agent/conversations.ts';
import type { ModelResponse } from '../../../../main/agent/model-client.ts';
import type { ConversationState } from '../../../../protocol/conversation/entry.ts';
import type { NumberedEvent } from '../../../../protocol/conversation/event.ts';
import { applyEvent, emptyConversation } from '../../../../protocol/conversation/reduce.ts';
import { call, createWorld, OWNER, scriptedClient, testTool } from '../../../support/agent-world.ts';

/** A small seeded generator: the same number gives the same run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

const withoutLive = (state: ConversationState) => ({
  ...state,
  seq: 0,
  entries: state.entries.map((entry) => (entry.kind === 'tool' ? { ...entry, liveOutput: '' } : entry)),
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'whatever is sent, stopped and answered in whatever order, events have no holes and reduce to the snapshot (seed %i)',
  async (seed) => {
    const next = random(seed);
    let made = 0;
    const client = scriptedClient((): Partial<ModelResponse> => {
      made += 1;
      if (next() < 0.5) return { text: `text ${made}`, usage: { totalTokens: 3 } };
      const count = 1 + Math.floor(next() * 3);
      const calls = Array.from({ length: count }, (_, index) => call('work', { value: `${made} ${index}` }));
      return { text: next() < 0.3 ? `thinking ${made}` : '', toolCalls: calls, usage: { totalTokens: 2 } };
    });
    const world = createWorld(client);
    world.ports.registry.register(
      testTool('work', async (value, context) => {
        context.report(`working on ${value}\n`);
        for (let tick = Math.floor(next() * 4); tick > 0; tick -= 1) await new Promise((go) => setImmediate(go));
        return next() < 0.2 ? { ok: false, code: 'bad_luck', text: 'no' } : { ok: true, text: value };
      }),
    );
    const { conversationId } = world.conversations.create();
    const events: NumberedEvent[] = [];
    world.conversations.onEvent((event) => events.push(event));

    const sent = [];
    for (let step = 0; step < 20; step += 1) {
      const action = next();
      if (action < 0.6) {
        const input = { conversationId, clientId: `c${step}`, text: `message ${step}`, images: [], files: [] };
        sent.push(await world.conversations.send(input, OWNER));
      } else if (action < 0.75) {
        await world.conversations.stop(conversationId);
      }
      for (let tick = Math.floor(next() * 6); tick > 0; tick -= 1) await new Promise((go) => setImmediate(go));
    }
    await Promise.all(sent.map((entry) => world.conversations.finished(entry)));

    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
    let state: ConversationState = emptyConversation(conversationId);
    for (const event of events) {
      const applied = applyEvent(state, event);
      if (!applied) throw new Error('a hole');
      state = applied;
    }
    const snapshot = world.conversations.open(conversationId);
    expect(state).toEqual(snapshot);
    expect(snapshot.turn).toBeNull();
    expect(snapshot.entries.filter((entry) => entry.kind === 'tool' && entry.status !== 'done')).toEqual([]);
    expect(withoutLive(createConversations({ ...world.ports }).open(conversationId))).toEqual(withoutLive(snapshot));
  },
);

test('numbers go on where they were after a conversation has left the memory', async () => {
  const world = createWorld(scriptedClient(() => ({ text: 'ok' })));
  const first = await world.ask('hello');
  const { seq } = world.conversations.open(first.conversationId);
  for (let count = 0; count < 60; count += 1) await world.ask(`other ${count}`);
  const events: NumberedEvent[] = [];
  world.conversations.onEvent((event) => events.push(event));
  expect(world.conversations.open(first.conversationId).seq).toBe(seq);
  world.conversations.rename(first.conversationId, 'Renamed');
  expect(events[0]?.seq).toBe(seq + 1);
});
