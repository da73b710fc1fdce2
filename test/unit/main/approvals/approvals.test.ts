import { expect, test } from 'vitest';
import { z } from 'zod';
import { createApprovals } from '../../../../main/approvals/approvals.ts';
import type { Answerer, Question } from '../../../../main/approvals/ports.ts';
import { bindTool, defineTool } from '../../../../main/registry/define-tool.ts';
import { call, createWorld, inOrder, OWNER, scriptedClient } from '../../../support/agent-world.ts';
import { settle } from '../../../support/manual-clock.ts';

const WINDOW: Omit<Answerer, 'conversationId'> = { channel: 'window', trust: 'operator', inPerson: true };

/** A conversation in which the agent asks for a folder, once, and the number of times it was granted. */
async function asked(channel = 'window') {
  const client = scriptedClient(
    inOrder({ toolCalls: [call('ask_access', { path: '/data' })] }, { text: 'I asked.' }, { text: 'Done.' }),
  );
  const world = createWorld(client);
  const approvals = createApprovals({ ...world.ports, cards: world.conversations.cards });
  const state = { granted: 0, fail: false };
  const tool = defineTool<null>()({
    name: 'ask_access',
    category: 'system',
    policy: 'external_api',
    ownerOnly: false,
    description: 'Asks.',
    input: z.object({ path: z.string().describe('Folder.') }),
    title: () => 'Ask',
    async run(input, context) {
      if (state.granted > 0) return { ok: true, text: 'already allowed' };
      const question: Question = {
        kind: 'directory_grant',
        key: input.path,
        title: `Allow ${input.path}?`,
        exact: input.path,
        reason: 'needed',
        caller: context.caller,
        turnId: context.turnId,
        async apply() {
          if (state.fail) throw new Error('The file cannot be written.');
          state.granted += 1;
          return `${input.path} can be used now.`;
        },
      };
      const { existing } = approvals.ask(question);
      return { ok: true, text: existing ? 'already asked' : 'asked' };
    },
  });
  world.ports.registry.register(bindTool(tool, null));
  const { conversationId } = world.conversations.create();
  const input = { conversationId, clientId: 'first', text: 'use /data', images: [], files: [] };
  const caller = { ...OWNER, channel };
  const report = await world.conversations.finished(await world.conversations.send(input, caller));
  const id = approvals.pending()[0]?.id ?? '';
  const card = () => world.conversations.open(conversationId).entries.find((entry) => entry.kind === 'approval');
  return {
    world,
    client,
    approvals,
    state,
    conversationId,
    id,
    card,
    report,
    answerer: { ...WINDOW, channel, conversationId },
  };
}

test('allowing applies the grant once and takes the original message up again as a resumed turn', async () => {
  const { world, client, approvals, state, conversationId, id, card, answerer } = await asked();
  expect(card()).toMatchObject({ status: 'pending', exact: '/data' });
  expect(world.conversations.list('')[0]?.needsYou).toBe(true);

  const answer = await approvals.answer(id, true, answerer);
  expect(answer).toEqual({ status: 'approved', text: '/data can be used now.' });
  await settle();

  expect(state.granted).toBe(1);
  expect(card()).toMatchObject({ status: 'approved' });
  const users = world.conversations.open(conversationId).entries.filter((entry) => entry.kind === 'user');
  expect(users).toMatchObject([{ text: 'use /data' }, { text: 'use /data', resumed: true }]);
  const last = client.requests.at(-1)?.messages.findLast((one) => one.role === 'user');
  expect(last?.text).toContain('the owner has approved');
  await expect(approvals.answer(id, true, answerer)).rejects.toMatchObject({ code: 'unknown_token' });
  expect(state.granted).toBe(1);
});

test('denying changes nothing and takes nothing up again', async () => {
  const { client, approvals, state, id, card, answerer } = await asked();
  expect(await approvals.answer(id, false, answerer)).toMatchObject({ status: 'denied' });
  await settle();
  expect(state.granted).toBe(0);
  expect(card()).toMatchObject({ status: 'denied' });
  expect(client.requests).toHaveLength(2);
});

test('a stranger, another place, or a process without a person is refused and the question lives on', async () => {
  const { approvals, state, id, answerer } = await asked();
  const attempts: [Partial<Answerer>, string][] = [
    [{ inPerson: false }, 'not_in_person'],
    [{ trust: 'guest' }, 'not_owner'],
    [{ channel: 'cli' }, 'wrong_origin'],
    [{ conversationId: 'conv_other' }, 'wrong_origin'],
    [{ user: 'somebody' }, 'wrong_origin'],
  ];
  for (const [change, code] of attempts) {
    await expect(approvals.answer(id, true, { ...answerer, ...change })).rejects.toMatchObject({ code });
  }
  await expect(approvals.answer('approval_made_up', true, answerer)).rejects.toMatchObject({ code: 'unknown_token' });
  expect(state.granted).toBe(0);
  expect(await approvals.answer(id, true, answerer)).toMatchObject({ status: 'approved' });
});

test('after 60 seconds the card expires and a late answer changes nothing', async () => {
  const { world, approvals, state, id, card, answerer } = await asked();
  await world.clock.advance(59_999);
  expect(card()).toMatchObject({ status: 'pending' });
  await world.clock.advance(1);
  expect(card()).toMatchObject({ status: 'expired' });
  await expect(approvals.answer(id, true, answerer)).rejects.toMatchObject({ code: 'expired' });
  expect(state.granted).toBe(0);
  expect(approvals.pending()).toEqual([]);
});

test('the same question from the same place is one card; after it is over it may be asked anew', async () => {
  const { world, approvals, conversationId, id, answerer } = await asked();
  const question = (key: string, channel = 'window'): Question => ({
    kind: 'directory_grant',
    key,
    title: 't',
    exact: key,
    reason: 'r',
    caller: { ...OWNER, conversationId, channel },
    turnId: 't',
    apply: async () => 'ok',
  });
  expect(approvals.ask(question('/data'))).toEqual({ id, existing: true });
  expect(approvals.ask(question('/other')).existing).toBe(false);
  expect(approvals.ask(question('/data', 'cli')).existing).toBe(false);
  await approvals.answer(id, false, answerer);
  expect(approvals.ask(question('/data')).existing).toBe(false);
  expect(world.conversations.open(conversationId).entries.filter((entry) => entry.kind === 'approval')).toHaveLength(4);
});

test('a grant that cannot be carried out says why, and nothing is taken up again', async () => {
  const { client, approvals, state, id, card, answerer } = await asked();
  state.fail = true;
  expect(await approvals.answer(id, true, answerer)).toEqual({ status: 'failed', text: 'The file cannot be written.' });
  await settle();
  expect(card()).toMatchObject({ status: 'failed' });
  expect(client.requests).toHaveLength(2);
});

test('a one-shot caller is told to run the request again', async () => {
  const { client, approvals, id, answerer } = await asked('cli');
  expect((await approvals.answer(id, true, answerer)).text).toContain('Run the request again');
  await settle();
  expect(client.requests).toHaveLength(2);
});

test('neither the model nor the events ever hold a token', async () => {
  const { world, client, conversationId } = await asked();
  const seen = JSON.stringify([
    client.requests,
    world.conversations.open(conversationId),
    world.store.rows(conversationId),
  ]);
  expect(seen).not.toContain('secret');
});

test('a question dies with its conversation', async () => {
  const { world, approvals, conversationId, id, answerer } = await asked();
  await world.conversations.remove(conversationId);
  expect(approvals.pending()).toEqual([]);
  await expect(approvals.answer(id, true, answerer)).rejects.toMatchObject({ code: 'unknown_token' });
  expect(world.clock.sleepers()).toBe(0);
});

test('a grant given after Stop is applied, but the stopped request is not taken up again', async () => {
  const { world, client, approvals, state, conversationId, id, answerer } = await asked();
  const user = world.store.rows(conversationId).find((row) => row.kind === 'user');
  world.conversations.cards.tell(conversationId, user?.turnId ?? '', 'info', 'Stopped.', 'stopped');
  await approvals.answer(id, true, answerer);
  await settle();
  expect(state.granted).toBe(1);
  expect(client.requests).toHaveLength(2);
});
