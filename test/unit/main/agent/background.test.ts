import { expect, test } from 'vitest';
import { createConversations } from '../../../../main/agent/conversations.ts';
import type { Caller } from '../../../../main/registry/policy.ts';
import { call, createWorld, OWNER, scriptedClient, testTool } from '../../../support/agent-world.ts';
import { settle } from '../../../support/manual-clock.ts';

const task = (conversationId: string, text: string) => ({
  conversationId,
  clientId: text,
  text,
  images: [],
  files: [],
});

test('a background task runs alone, unattended, and its end is told where it was started', async () => {
  const callers: Caller[] = [];
  const client = scriptedClient((request, count) =>
    count === 2 ? { toolCalls: [call('who')] } : { text: `answer to ${request.messages.length}` },
  );
  const world = createWorld(client);
  world.ports.registry.register(
    testTool('who', (_, context) => {
      callers.push(context.caller);
      return { ok: true, text: 'seen' };
    }),
  );
  const { conversations } = world;
  const { conversationId } = await world.ask('hello');
  const started = await conversations.background(task(conversationId, 'count the files'), OWNER);
  expect(conversations.tasks(5)).toMatchObject([
    { state: 'running', title: 'count the files', parentId: conversationId },
  ]);
  await settle();
  expect(callers).toMatchObject([{ origin: 'unattended', replyPort: false, approvalPort: false }]);
  expect(client.requests[1]?.messages).toMatchObject([{ role: 'user', text: 'count the files' }]);
  expect(conversations.tasks(5)).toMatchObject([{ state: 'completed' }]);
  expect(conversations.open(conversationId).entries.at(-1)).toMatchObject({
    kind: 'notice',
    code: 'task_ended',
    text: 'The background task “count the files” is done. answer to 3',
    remedy: { page: `chat/${started.conversationId}` },
  });
  expect(conversations.list('')).toContainEqual(
    expect.objectContaining({ id: started.conversationId, background: 'completed' }),
  );
});

test('stopping everything counts turns, tasks and waiting messages apart', async () => {
  const client = scriptedClient(() =>
    (async function* () {
      await new Promise(() => undefined);
      yield* [];
    })(),
  );
  const world = createWorld(client);
  const { conversations } = world;
  const { conversationId } = conversations.create();
  await conversations.send(task(conversationId, 'one'), OWNER);
  await conversations.send(task(conversationId, 'two'), OWNER);
  await conversations.background(task(conversationId, 'beside'), OWNER);
  await settle();
  const stopping = conversations.stopAll();
  await world.clock.advance(2_000);
  expect(await stopping).toEqual({ turns: 1, waiting: 1, background: 1 });
  await settle();
  expect(conversations.tasks(5)).toMatchObject([{ state: 'stopped' }]);
  expect(await conversations.stopAll()).toEqual({ turns: 0, waiting: 0, background: 0 });
});

test('a task that the app closed under is told as interrupted, once', async () => {
  const client = scriptedClient((_, count) =>
    count === 1
      ? { text: 'hi' }
      : (async function* () {
          await new Promise(() => undefined);
          yield* [];
        })(),
  );
  const world = createWorld(client);
  const { conversationId } = await world.ask('hello');
  await world.conversations.background(task(conversationId, 'beside'), OWNER);
  await settle();
  createConversations({ ...world.ports });
  const again = createConversations({ ...world.ports });
  expect(again.tasks(5)).toMatchObject([{ state: 'interrupted' }]);
  const told = again.open(conversationId).entries.filter((one) => one.kind === 'notice');
  expect(told).toMatchObject([{ code: 'task_interrupted' }]);
});
