import { expect, test } from 'vitest';
import type { ModelEvent } from '../../../../main/agent/model-client.ts';
import { call, createWorld, inOrder, OWNER, scriptedClient, testTool } from '../../../support/agent-world.ts';
import { settle } from '../../../support/manual-clock.ts';

const message = (conversationId: string, text: string, clientId = text) => {
  return { conversationId, clientId, text, images: [], files: [] };
};

/** A model call that hangs until its signal fires, or for ever. */
async function* hanging(): AsyncGenerator<ModelEvent> {
  yield { type: 'text-delta', text: 'Half an' };
  await new Promise(() => undefined);
}

test('messages wait for the running turn and are answered in order', async () => {
  let open: (() => void) | undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const client = scriptedClient((request) => {
    const asked = request.messages.findLast((one) => one.role === 'user');
    return { text: `answer to ${asked?.role === 'user' ? asked.text : ''}` };
  });
  const world = createWorld(client, {
    models: {
      current: async () => {
        await gate;
        return { ok: true, client };
      },
    },
  });
  const { conversationId } = world.conversations.create();
  const first = await world.conversations.send(message(conversationId, 'one'), OWNER);
  const second = await world.conversations.send(message(conversationId, 'two'), OWNER);
  expect([first.status, second.status]).toEqual(['sent', 'queued']);
  open?.();
  const texts = [await world.conversations.finished(first), await world.conversations.finished(second)];
  expect(texts.map((report) => report.text)).toEqual(['answer to one', 'answer to two']);
  const entries = world.conversations.open(conversationId).entries.map((entry) => 'text' in entry && entry.text);
  expect(entries).toEqual(['one', 'answer to one', 'two', 'answer to two']);
});

test('a message that waits can be taken back, once, and never runs', async () => {
  let open: (() => void) | undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const client = scriptedClient(inOrder({ text: 'ok' }));
  const world = createWorld(client, {
    models: {
      current: async () => {
        await gate;
        return { ok: true, client };
      },
    },
  });
  const { conversations } = world;
  const { conversationId } = conversations.create();
  const first = await conversations.send(message(conversationId, 'one'), OWNER);
  const second = await conversations.send(message(conversationId, 'two'), OWNER);
  const third = await conversations.send(message(conversationId, 'three'), OWNER);
  const refusal = (id: string) => {
    try {
      return conversations.unqueue(conversationId, id);
    } catch (error) {
      return error;
    }
  };
  expect(refusal(first.id)).toMatchObject({ code: 'not_queued' });
  expect(refusal('nothing')).toMatchObject({ code: 'not_queued' });
  expect(() => conversations.unqueue('nowhere', second.id)).toThrow(
    expect.objectContaining({ code: 'unknown_conversation' }),
  );

  conversations.unqueue(conversationId, second.id);
  expect(refusal(second.id)).toMatchObject({ code: 'not_queued' });
  expect(await conversations.finished(second)).toMatchObject({ result: 'stopped', text: '' });
  const shown = () =>
    conversations.open(conversationId).entries.flatMap((one) => (one.kind === 'user' ? one.text : []));
  const stored = () => world.store.rows(conversationId).flatMap((row) => (row.kind === 'user' ? row.text : []));
  expect([shown(), stored()]).toEqual([
    ['one', 'three'],
    ['one', 'three'],
  ]);

  open?.();
  await conversations.finished(third);
  expect(refusal(third.id)).toMatchObject({ code: 'not_queued' });
  expect([shown(), stored()]).toEqual([
    ['one', 'three'],
    ['one', 'three'],
  ]);
  expect(client.requests).toHaveLength(2);
  expect(JSON.stringify(client.requests)).not.toContain('two');
});

test('a message that the disk does not give up stays in the queue and runs', async () => {
  const world = createWorld(scriptedClient(inOrder({ text: 'ok' })));
  const { conversations, store } = world;
  const { conversationId } = conversations.create();
  await conversations.send(message(conversationId, 'one'), OWNER);
  const second = await conversations.send(message(conversationId, 'two'), OWNER);
  store.removeMessage = () => {
    throw new Error('the disk refuses');
  };
  expect(() => conversations.unqueue(conversationId, second.id)).toThrow('the disk refuses');
  expect(await conversations.finished(second)).toMatchObject({ result: 'completed', text: 'ok' });
});

test('the same client id is accepted once, also when sent twice at the same time', async () => {
  const world = createWorld(scriptedClient(inOrder({ text: 'ok' })));
  const { conversationId } = world.conversations.create();
  const both = await Promise.all([
    world.conversations.send(message(conversationId, 'hello', 'x'), OWNER),
    world.conversations.send(message(conversationId, 'hello', 'x'), OWNER),
  ]);
  await world.conversations.finished(both[0]);
  const third = await world.conversations.send(message(conversationId, 'hello', 'x'), OWNER);
  expect(new Set([...both, third].map((entry) => entry.id)).size).toBe(1);
  expect(world.store.rows(conversationId).filter((row) => row.kind === 'user')).toHaveLength(1);
});

test('a message that the disk refuses is not acknowledged and runs nothing', async () => {
  const client = scriptedClient(inOrder({ text: 'ok' }));
  const world = createWorld(client);
  const { conversationId } = world.conversations.create();
  world.store.save = () => {
    throw new Error('disk full');
  };
  await expect(world.conversations.send(message(conversationId, 'hello'), OWNER)).rejects.toThrow('disk full');
  await settle();
  expect(client.requests).toHaveLength(0);
});

test('a disk that refuses in the middle fails the turn, and no card goes on looking busy', async () => {
  const world = createWorld(scriptedClient(inOrder({ text: 'Let me see', toolCalls: [call('echo')] }, { text: 'ok' })));
  world.ports.registry.register(testTool('echo', () => ({ ok: true, text: 'x' })));
  const save = world.store.save;
  world.store.save = (id, row) => {
    if (row.kind === 'tool' && row.end) throw new Error('disk full');
    save(id, row);
  };
  const report = await world.ask('go');
  expect(report).toMatchObject({ result: 'failed', failure: { code: 'internal' } });
  const { entries, turn } = world.conversations.open(report.conversationId);
  expect(turn).toBeNull();
  expect(entries.find((entry) => entry.kind === 'tool')).toMatchObject({ status: 'done', code: 'not_kept' });
  world.store.save = save;
  expect(await world.ask('again', report.conversationId)).toMatchObject({ result: 'completed' });
});

test('stop ends a model call that ignores its signal, keeps what was said, and clears the queue', async () => {
  const client = scriptedClient(() => hanging());
  const world = createWorld(client);
  const { conversationId } = world.conversations.create();
  const first = await world.conversations.send(message(conversationId, 'one'), OWNER);
  const second = await world.conversations.send(message(conversationId, 'two'), OWNER);
  await settle();
  expect(await world.conversations.stop(conversationId)).toBe(true);
  expect((await world.conversations.finished(first)).result).toBe('stopped');
  expect((await world.conversations.finished(second)).result).toBe('stopped');
  expect(client.requests).toHaveLength(1);
  const state = world.conversations.open(conversationId);
  expect(state.turn).toBeNull();
  expect(state.entries).toContainEqual(
    expect.objectContaining({ kind: 'assistant', text: 'Half an', status: 'stopped' }),
  );
});

test('stop aborts the running tool, gives the rest a stopped result and ends within two seconds', async () => {
  const world = createWorld(
    scriptedClient(inOrder({ toolCalls: [call('stubborn', {}, 'a'), call('later', {}, 'b')] }, { text: 'no' })),
  );
  let ran = false;
  world.ports.registry.register(testTool('stubborn', () => new Promise(() => undefined), { policy: 'exec' }));
  world.ports.registry.register(
    testTool(
      'later',
      () => {
        ran = true;
        return { ok: true, text: '' };
      },
      { policy: 'exec' },
    ),
  );
  const report = world.ask('go');
  await settle();
  const { running } = world.conversations.activity();
  const stopping = world.conversations.stop(running[0] ?? '');
  await world.clock.advance(1_900);
  expect(await stopping).toBe(true);
  expect((await report).toolCalls).toEqual([
    { name: 'stubborn', ok: false, code: 'stopped' },
    { name: 'later', ok: false, code: 'stopped' },
  ]);
  expect(ran).toBe(false);
});

test('what an abandoned tool prints or answers later changes nothing', async () => {
  let finish: (() => void) | undefined;
  const world = createWorld(scriptedClient(inOrder({ toolCalls: [call('late')] }, { text: 'no' })));
  world.ports.registry.register(
    testTool('late', async (_, context) => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      context.report('too late');
      return { ok: true, text: 'too late' };
    }),
  );
  const report = world.ask('go');
  await settle();
  const conversationId = world.conversations.activity().running[0] ?? '';
  const stopping = world.conversations.stop(conversationId);
  await world.clock.advance(1_900);
  await stopping;
  await report;
  const before = world.conversations.open(conversationId);
  finish?.();
  await settle();
  await world.clock.advance(1_000);
  expect(world.conversations.open(conversationId)).toBe(before);
});

test('stop calls the hooks, and one that hangs does not hold it up', async () => {
  const asked: string[] = [];
  const world = createWorld(
    scriptedClient(() => hanging()),
    {
      stopHooks: [
        async (conversationId) => {
          asked.push(conversationId);
          await new Promise(() => undefined);
        },
      ],
    },
  );
  const { conversationId } = world.conversations.create();
  await world.conversations.send(message(conversationId, 'one'), OWNER);
  await settle();
  const stopping = world.conversations.stop(conversationId);
  await world.clock.advance(1_900);
  expect(await stopping).toBe(true);
  expect(asked).toEqual([conversationId]);
});

test('the turn after a stopped one is told that the old request is over', async () => {
  const client = scriptedClient((_, count) => (count === 1 ? hanging() : { text: 'fresh' }));
  const world = createWorld(client);
  const { conversationId } = world.conversations.create();
  await world.conversations.send(message(conversationId, 'delete everything'), OWNER);
  await settle();
  await world.conversations.stop(conversationId);
  await world.ask('hello', conversationId);
  const sent = client.requests[1]?.messages.map((one) => `${one.role}: ${one.text.slice(0, 20)}`);
  expect(sent).toEqual(['user: delete everything', 'assistant: Half an\n(stopped her', 'user: hello']);
});

test('a request that failed before any answer is closed by a marker', async () => {
  const client = scriptedClient((_, count) => {
    return count === 1 ? failing({ kind: 'auth', message: 'Check the API key.' }) : { text: 'fine' };
  });
  const world = createWorld(client);
  const first = await world.ask('old request');
  expect(first).toMatchObject({ result: 'failed', failure: { code: 'auth', message: 'Check the API key.' } });
  await world.ask('new request', first.conversationId);
  const sent = client.requests[1]?.messages ?? [];
  expect(sent.map((one) => one.role)).toEqual(['user', 'assistant', 'user']);
  expect(sent[1]?.text).toContain('kept for context only');
});

test('a continuation cut before anything was shown is issued again, without running the tool twice', async () => {
  let runs = 0;
  const client = scriptedClient((_, count) => {
    if (count === 1) return { toolCalls: [call('echo', {}, 'c1')] };
    return count < 4 ? failing({ kind: 'network', message: 'The connection broke.' }) : { text: 'through' };
  });
  const world = createWorld(client);
  world.ports.registry.register(
    testTool('echo', () => {
      runs += 1;
      return { ok: true, text: '' };
    }),
  );
  const report = world.ask('go');
  await world.clock.advance(1_999);
  expect(client.requests).toHaveLength(2);
  await world.clock.advance(1);
  expect(client.requests).toHaveLength(3);
  await world.clock.advance(4_000);
  expect(await report).toMatchObject({ result: 'completed', text: 'through' });
  expect(runs).toBe(1);
});

test('a first call, a rate limit, or an answer already seen is not issued again', async () => {
  const first = scriptedClient(() => failing({ kind: 'network', message: 'Broke.' }));
  expect((await createWorld(first).ask('go')).failure?.code).toBe('network');
  expect(first.requests).toHaveLength(1);

  async function* seen(): AsyncGenerator<ModelEvent> {
    yield { type: 'text-delta', text: 'I was' };
    yield* failing({ kind: 'network', message: 'Broke.' });
  }
  for (const end of [() => failing({ kind: 'rate_limit', message: 'Wait.' }), seen]) {
    const client = scriptedClient((_, count) => (count === 1 ? { toolCalls: [call('echo', {}, 'c1')] } : end()));
    const world = createWorld(client);
    world.ports.registry.register(testTool('echo', () => ({ ok: true, text: '' })));
    expect((await world.ask('go')).result).toBe('failed');
    expect(client.requests).toHaveLength(2);
  }
});

test('a client that throws, or ends without an end, fails the turn and the next one works', async () => {
  async function* broken(): AsyncGenerator<ModelEvent> {
    yield { type: 'text-delta', text: 'x' };
    throw new Error('bug');
  }
  async function* empty(): AsyncGenerator<ModelEvent> {}
  const client = scriptedClient((_, count) => [broken(), empty()][count - 1] ?? { text: 'fine' });
  const stream = client.stream;
  let calls = 0;
  client.stream = (request) => {
    calls += 1;
    if (calls === 3) throw new Error('no stream at all');
    return stream(request);
  };
  const world = createWorld(client);
  const { conversationId } = await world.ask('one');
  const second = await world.ask('two', conversationId);
  const third = await world.ask('three', conversationId);
  const fourth = await world.ask('four', conversationId);
  expect([second.failure?.code, third.failure?.code]).toEqual(['protocol', 'protocol']);
  expect(fourth).toMatchObject({ result: 'completed', text: 'fine' });
});

test('closing refuses new messages and stops what runs', async () => {
  const world = createWorld(scriptedClient(() => hanging()));
  const { conversationId } = world.conversations.create();
  const entry = await world.conversations.send(message(conversationId, 'one'), OWNER);
  await settle();
  await world.conversations.close();
  expect((await world.conversations.finished(entry)).result).toBe('stopped');
  await expect(world.conversations.send(message(conversationId, 'two'), OWNER)).rejects.toMatchObject({
    code: 'closing',
  });
});

test('the first message names the conversation; an empty one is refused; a draft is not listed', async () => {
  const world = createWorld(scriptedClient(inOrder({ text: 'ok' })));
  const { conversationId } = world.conversations.create();
  expect(world.conversations.list('')).toEqual([]);
  await expect(world.conversations.send(message(conversationId, ' \n', 'a'), OWNER)).rejects.toMatchObject({
    code: 'empty_message',
  });
  await world.ask('# Tidy my *downloads*\nplease', conversationId);
  expect(world.conversations.list('')).toMatchObject([{ id: conversationId, title: 'Tidy my *downloads*' }]);
});

test('an attached text travels as it was when it was sent', async () => {
  const client = scriptedClient(inOrder({ text: 'ok' }));
  const world = createWorld(client);
  const { conversationId } = world.conversations.create();
  const input = { ...message(conversationId, 'read this'), files: [{ path: '/notes.txt' }] };
  await world.conversations.finished(await world.conversations.send(input, OWNER));
  const sent = client.requests[0]?.messages[0];
  expect(sent?.text).toContain('content of /notes.txt');
  expect(sent?.role === 'user' && sent.typed).toBe('read this');
});

test('deleting a conversation stops its turn and leaves nothing', async () => {
  const world = createWorld(scriptedClient(() => hanging()));
  const { conversationId } = world.conversations.create();
  await world.conversations.send(message(conversationId, 'one'), OWNER);
  await settle();
  await world.conversations.remove(conversationId);
  await settle();
  expect(world.store.exists(conversationId)).toBe(false);
  expect(() => world.conversations.open(conversationId)).toThrow(
    expect.objectContaining({ code: 'unknown_conversation' }),
  );
});

async function* failing(error: {
  kind: 'auth' | 'network' | 'rate_limit';
  message: string;
}): AsyncGenerator<ModelEvent> {
  const full = { ...error, provider: 'test', stage: 'before_response' as const };
  yield { type: 'error', error: full, partialText: '' };
}
