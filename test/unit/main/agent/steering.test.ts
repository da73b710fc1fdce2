import { expect, test } from 'vitest';
import type { ModelRequest } from '../../../../main/agent/model-client.ts';
import { call, createWorld, OWNER, scriptedClient, testTool } from '../../../support/agent-world.ts';
import { settle } from '../../../support/manual-clock.ts';

const message = (conversationId: string, text: string, when: 'queue' | 'now') => {
  return { conversationId, clientId: text, text, images: [], files: [], when };
};

function gate() {
  let open: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { closed, open: () => open() };
}

const rolesAndTexts = (request: ModelRequest | undefined) =>
  request?.messages.map((one) => `${one.role} ${'text' in one ? one.text : ''}`.trim());

/** A world whose one tool waits at a gate, so that a turn is in the middle of a step. */
function stepping(answers: number) {
  const step = gate();
  const client = scriptedClient((_, count) =>
    count <= answers ? { toolCalls: [call('step', { value: String(count) })] } : { text: `done ${count}` },
  );
  const world = createWorld(client);
  world.ports.registry.register(
    testTool('step', async () => {
      await step.closed;
      return { ok: true, text: 'stepped' };
    }),
  );
  return { world, client, step };
}

test('a message sent now joins the running turn after its current step', async () => {
  const { world, client, step } = stepping(1);
  const { conversations } = world;
  const { conversationId } = conversations.create();
  const first = await conversations.send(message(conversationId, 'go', 'queue'), OWNER);
  await settle();
  const said = await conversations.send(message(conversationId, 'and blue', 'now'), OWNER);
  expect(said).toMatchObject({ turnId: first.turnId, status: 'queued', steers: true });
  step.open();
  expect(await conversations.finished(first)).toMatchObject({ result: 'completed', text: 'done 2' });
  expect(rolesAndTexts(client.requests[1])).toEqual(['user go', 'assistant', 'tool stepped', 'user and blue']);
  const { entries } = conversations.open(conversationId);
  expect(entries.map((one) => one.kind)).toEqual(['user', 'tool', 'user', 'assistant']);
  expect(entries[2]).toMatchObject({ text: 'and blue', status: 'sent' });

  await world.ask('next', conversationId);
  expect(rolesAndTexts(client.requests[2])?.slice(0, 5)).toEqual([
    'user go',
    'assistant',
    'tool stepped',
    'user and blue',
    'assistant done 2',
  ]);
});

test('a message sent now while the last answer comes is answered in the same turn', async () => {
  const end = gate();
  const client = scriptedClient((_, count) =>
    count === 1
      ? (async function* () {
          await end.closed;
          yield { type: 'end', response: { text: 'first', toolCalls: [], usage: {}, model: 'test' } } as const;
        })()
      : { text: 'second' },
  );
  const { conversations } = createWorld(client);
  const { conversationId } = conversations.create();
  const first = await conversations.send(message(conversationId, 'go', 'queue'), OWNER);
  await settle();
  await conversations.send(message(conversationId, 'more', 'now'), OWNER);
  end.open();
  expect(await conversations.finished(first)).toMatchObject({ result: 'completed', text: 'second' });
  expect(rolesAndTexts(client.requests[1])).toEqual(['user go', 'assistant first', 'user more']);
});

test('without a running turn it is an ordinary message; a failed turn hands it to the next', async () => {
  const step = gate();
  const failure = { kind: 'auth', provider: 'test', stage: 'streaming', message: 'The key is wrong.' } as const;
  const client = scriptedClient((_, count) =>
    count === 2
      ? (async function* () {
          yield { type: 'error', error: failure, partialText: '' } as const;
        })()
      : { text: `answer ${count}` },
  );
  const world = createWorld(client, {
    models: {
      current: async () => {
        await step.closed;
        return { ok: true, client };
      },
    },
  });
  const { conversations } = world;
  const { conversationId } = conversations.create();
  const alone = await conversations.send(message(conversationId, 'alone', 'now'), OWNER);
  expect(alone.steers).toBeUndefined();
  step.open();
  await conversations.finished(alone);

  const hold = gate();
  world.ports.models.current = async () => {
    await hold.closed;
    return { ok: true, client };
  };
  const failing = await conversations.send(message(conversationId, 'failing', 'queue'), OWNER);
  await settle();
  await conversations.send(message(conversationId, 'not lost', 'now'), OWNER);
  hold.open();
  expect(await conversations.finished(failing)).toMatchObject({ result: 'failed' });
  await settle();
  const said = world.store.rows(conversationId).flatMap((row) => (row.kind === 'user' ? [row.text] : []));
  expect(said).toEqual(['alone', 'failing', 'not lost']);
  expect(conversations.open(conversationId).entries.at(-1)).toMatchObject({ kind: 'assistant', text: 'answer 3' });
});

test('Stop drops what waits to join, and says so; taken back, it leaves no trace', async () => {
  const { world } = stepping(3);
  const { conversations } = world;
  const { conversationId } = conversations.create();
  await conversations.send(message(conversationId, 'go', 'queue'), OWNER);
  await settle();
  const back = await conversations.send(message(conversationId, 'taken back', 'now'), OWNER);
  await conversations.send(message(conversationId, 'too late', 'now'), OWNER);
  conversations.unqueue(conversationId, back.id);
  const stopping = conversations.stop(conversationId);
  await world.clock.advance(2_000);
  await stopping;
  const { entries } = conversations.open(conversationId);
  expect(JSON.stringify(entries)).not.toContain('taken back');
  expect(entries.at(-2)).toMatchObject({ kind: 'user', text: 'too late', status: 'sent' });
  expect(entries.at(-1)).toMatchObject({ kind: 'notice', code: 'stopped' });
});
