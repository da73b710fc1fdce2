import { expect, test } from 'vitest';
import { createConversations } from '../../../../main/agent/conversations.ts';
import type { ModelEvent } from '../../../../main/agent/model-client.ts';
import { call, createWorld, inOrder, OWNER, scriptedClient, testTool } from '../../../support/agent-world.ts';
import { settle } from '../../../support/manual-clock.ts';

/** The host dies here: another one opens the same store. */
function restart(world: ReturnType<typeof createWorld>) {
  return createConversations({ ...world.ports });
}

test('a call that was running at a crash is ended as interrupted, told to the owner, and never run again', async () => {
  let runs = 0;
  const client = scriptedClient((_, count) => {
    return count === 1
      ? { toolCalls: [call('slow', {}, 'c1'), call('slow', { value: 'b' }, 'c2')] }
      : { text: 'after' };
  });
  const world = createWorld(client);
  const hang = testTool(
    'slow',
    () => {
      runs += 1;
      return new Promise(() => undefined);
    },
    { policy: 'exec' },
  );
  world.ports.registry.register(hang);
  const { conversationId } = world.conversations.create();
  const input = { conversationId, clientId: 'x', text: 'go', images: [], files: [] };
  await world.conversations.send(input, OWNER);
  await settle();

  const next = restart(world);
  const entries = next.open(conversationId).entries;
  expect(entries).toContainEqual(
    expect.objectContaining({ kind: 'tool', id: 'c1', code: 'interrupted', status: 'done' }),
  );
  expect(entries.at(-1)).toMatchObject({ kind: 'notice', code: 'interrupted' });
  const entry = await next.send({ ...input, clientId: 'y', text: 'what now' }, OWNER);
  expect((await next.finished(entry)).text).toBe('after');
  expect(runs).toBe(1);
  const sent = client.requests.at(-1)?.messages ?? [];
  expect(sent.map((one) => one.role)).toEqual(['user', 'assistant', 'tool', 'tool', 'assistant', 'user']);
  expect(sent[3]?.text).toContain('never finished');
});

test('half an answer is kept as stopped, and a message that waited is kept and told', async () => {
  async function* half(): AsyncGenerator<ModelEvent> {
    yield { type: 'text-delta', text: 'Half an answer' };
    await new Promise(() => undefined);
  }
  const world = createWorld(scriptedClient(() => half()));
  const { conversationId } = world.conversations.create();
  const input = { conversationId, clientId: 'a', text: 'one', images: [], files: [] };
  await world.conversations.send(input, OWNER);
  await world.conversations.send({ ...input, clientId: 'b', text: 'two' }, OWNER);
  await settle();

  const entries = restart(world).open(conversationId).entries;
  expect(entries).toContainEqual(
    expect.objectContaining({ kind: 'assistant', text: 'Half an answer', status: 'stopped' }),
  );
  expect(entries).toContainEqual(expect.objectContaining({ kind: 'user', text: 'two', status: 'sent' }));
  expect(entries).toContainEqual(expect.objectContaining({ kind: 'notice', code: 'not_run' }));
});

test('a turn that died before a word was stored is told once', async () => {
  const world = createWorld(
    scriptedClient(() => hang()),
    {},
  );
  const { conversationId } = world.conversations.create();
  await world.conversations.send({ conversationId, clientId: 'a', text: 'one', images: [], files: [] }, OWNER);
  await settle();
  restart(world).open(conversationId);
  const again = restart(world).open(conversationId);
  expect(again.entries.map((entry) => entry.kind)).toEqual(['user', 'notice']);
});

test('a question that was open at a crash is shown as expired', async () => {
  const world = createWorld(scriptedClient(inOrder({ text: 'ok' })));
  const { conversationId } = await world.ask('hello');
  world.conversations.cards.show(conversationId, {
    kind: 'approval',
    id: 'card',
    turnId: 't',
    at: 1,
    title: 'May I?',
    exact: '/x',
    reason: 'work',
    expiresAt: 2,
    status: 'pending',
  });
  expect(world.conversations.activity().needsYou).toEqual([conversationId]);
  expect(restart(world).open(conversationId).entries.at(-1)).toMatchObject({ kind: 'approval', status: 'expired' });
});

async function* hang(): AsyncGenerator<ModelEvent> {
  await new Promise(() => undefined);
}
