import { describe, expect, it } from 'vitest';
import { createApprovals } from '../../../../main/approvals/approvals.ts';
import { createCommands } from '../../../../main/commands/all-commands.ts';
import { said } from '../../../../main/commands/command.ts';
import { createCommandTable } from '../../../../main/commands/command-table.ts';
import { createIngress } from '../../../../main/commands/ingress.ts';
import type { Caller } from '../../../../main/registry/policy.ts';
import { createWorld, OWNER, scriptedClient } from '../../../support/agent-world.ts';
import { settle } from '../../../support/manual-clock.ts';

const GUEST: Caller = { ...OWNER, trust: 'guest', channel: 'telegram' };

/** The commands over a whole agent on plain objects; `written` is what the settings got. */
function open(options: { agentHasInput?: boolean; staysRunning?: boolean } = {}) {
  const client = scriptedClient(() => ({ text: 'ok' }));
  const world = createWorld(client);
  const { conversations, ports } = world;
  const approvals = createApprovals({ ...ports, cards: conversations.cards });
  const written: Record<string, unknown>[] = [];
  const granted: string[] = [];
  const sandbox = {
    mode: 'standard',
    allowedRoots: [],
    blockedRoots: [],
    env: { mode: 'selected', allow: [], deny: [] },
  };
  const check = async (path: string) => ({ ok: true as const, path, changed: !granted.includes(path) });
  const table = createCommands({
    conversations,
    approvals,
    config: {
      current: () => ({ sandbox }) as never,
      write: async (change) => void written.push(change),
    },
    grants: {
      check,
      async add(path) {
        granted.push(path);
        return { ok: true, path, changed: true };
      },
      async remove(path) {
        return { ok: true, path, changed: granted.splice(granted.indexOf(path) >>> 0, 1).length > 0 };
      },
    },
    roots: async () => [{ path: '/home/mira/workspace', source: 'mode' }],
    protectedPaths: () => ['/home/mira/.ssh'],
    computer: {
      pause: async () => ({ result: 'paused', text: 'Paused.' }),
      resume: async () => ({ result: 'resumed', text: 'Resumed.' }),
    },
    endScreenUse: async () => ({ result: 'no_session', text: 'Nothing uses the screen.' }),
    staysRunning: options.staysRunning !== false,
    agentHasInput: () => options.agentHasInput === true,
  });
  const ingress = createIngress({ table, conversations, log: ports.log });
  const { conversationId } = conversations.create();
  let sent = 0;
  const say = (text: string, caller: Caller = OWNER, inPerson = true, clientId?: string) => {
    sent += 1;
    const input = { conversationId, clientId: clientId ?? `client${sent}`, text, images: [] as string[], files: [] };
    return ingress.send(input, { ...caller, conversationId }, { inPerson, keep: true });
  };
  const answer = async (...[text, caller, inPerson]: Parameters<typeof say>) => {
    const result = await say(text, caller, inPerson);
    return result.kind === 'command' ? result.answer : null;
  };
  return { ...world, client, table, say, answer, conversationId, written, granted, approvals, ingress };
}

describe('the table', () => {
  it('has every name once, and says so when it does not', () => {
    const one = { name: 'one', aliases: ['uno'], summary: '', who: 'owner', run: () => said('') } as const;
    expect(() =>
      createCommandTable([
        { ...one, aliases: ['uno'] },
        { ...one, name: 'uno', aliases: [] },
      ]),
    ).toThrow('/uno');
    const { table } = open();
    const names = table.list(OWNER).flatMap(({ name, aliases }) => [name, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['/help', '/new', '/clear', '/bg', '/stop', '/confirm', '/sandbox']));
  });

  it.each([
    ['/stop', 'stop'],
    ['  /STOP  ', 'stop'],
    ['/bg count files', 'background'],
    ['/stopping', null],
    ['/home/mira is full', null],
    ['stop', null],
    ['see /stop', null],
    ['/', null],
    ['/etc is odd', null],
  ])('reads %j as %s', (text, name) => {
    expect(open().table.read(text)?.command.name ?? null).toBe(name);
  });
});

describe('a command', () => {
  it('answers with a line in the conversation and never reaches the model; an unknown one does', async () => {
    const { say, conversations, client, conversationId } = open();
    const sent = await say('/help');
    expect(sent).toMatchObject({ kind: 'command', entry: { kind: 'notice', code: 'command', command: '/help' } });
    expect(conversations.open(conversationId).entries).toMatchObject([
      { text: expect.stringContaining('/background, /bg TASK') },
    ]);
    expect(client.requests).toHaveLength(0);
    expect(await say('/nothing of the kind')).toMatchObject({ kind: 'message' });
    await settle();
    expect(client.requests).toHaveLength(1);
  });

  it('is carried out once, however often it is sent', async () => {
    const { say, conversations } = open();
    const both = await Promise.all([say('/bg one', OWNER, true, 'x'), say('/bg one', OWNER, true, 'x')]);
    const third = await say('/bg one', OWNER, true, 'x');
    expect(new Set([...both, third].map((one) => one.entry?.id)).size).toBe(1);
    expect(conversations.tasks(9)).toHaveLength(1);
  });

  it('is for whom the table says: guests, processes and attachments are told why not', async () => {
    const { answer, table, ingress, conversationId } = open();
    const guests = table.list(GUEST).map(({ name }) => name);
    expect(guests).toEqual(['/help', '/whoami', '/new', '/compact', '/tasks', '/sandbox']);
    for (const text of ['/stop', '/bg x', '/pause', '/grant path /x', '/confirm']) {
      expect(await answer(text, GUEST), text).toMatchObject({ code: 'not_owner' });
    }
    expect(await answer('/sandbox mode open', GUEST)).toMatchObject({ code: 'not_owner' });
    for (const text of ['/grant path /x', '/revoke path /x', '/confirm', '/deny', '/sandbox status']) {
      expect(await answer(text, OWNER, false), text).toMatchObject({ code: 'not_in_person' });
    }
    expect(await answer('/bg more work', { ...OWNER, selfStarted: true })).toMatchObject({ code: 'not_in_person' });
    const input = { conversationId, clientId: 'file', text: '/stop', images: [], files: [{ path: '/x' }] };
    const sent = await ingress.send(input, OWNER, { inPerson: true, keep: true });
    expect(sent).toMatchObject({ answer: { code: 'no_attachments' } });
  });

  it('starts no background task in a host that ends with its command', async () => {
    const { answer, conversations } = open({ staysRunning: false });
    expect(await answer('/bg count')).toMatchObject({ code: 'app_not_running' });
    expect(conversations.tasks(5)).toEqual([]);
  });

  it('does not wait behind what it stops', async () => {
    const { answer, conversations, clock, conversationId, ports } = open();
    ports.models.current = () => new Promise(() => undefined);
    await conversations.send({ conversationId, clientId: 'a', text: 'work', images: [], files: [] }, OWNER);
    const stopping = answer('/stop');
    await clock.advance(2_000);
    expect(await stopping).toMatchObject({ text: 'Stopped: 1 running request.' });
  });

  it('pauses and resumes the screen, tells who asks, lists tasks', async () => {
    const { answer } = open();
    expect(await answer('/pause')).toMatchObject({ text: 'Paused.' });
    expect(await answer('/resume')).toMatchObject({ text: 'Resumed.' });
    expect(await answer('/whoami')).toMatchObject({ text: 'You are the owner, at the window of this app.' });
    expect(await answer('/tasks')).toMatchObject({ text: expect.stringContaining('no background tasks') });
    expect(await answer('/background')).toMatchObject({ code: 'usage' });
    await answer('/bg count');
    expect(await answer('/tasks')).toMatchObject({ text: expect.stringContaining('count') });
  });
});

describe('what widens the sandbox', () => {
  it('is asked in a card, and done after /confirm', async () => {
    const { answer, granted, conversations, conversationId } = open();
    await answer('/grant path "/home/mira/my projects"');
    expect(granted).toEqual([]);
    expect(conversations.open(conversationId).entries).toContainEqual(
      expect.objectContaining({ kind: 'approval', exact: '+ allowed_roots: /home/mira/my projects' }),
    );
    expect(await answer('/confirm', OWNER, false)).toMatchObject({ code: 'not_in_person' });
    expect(await answer('/confirm approval_unknown')).toMatchObject({ code: 'unknown_token' });
    expect(await answer('/confirm')).toMatchObject({ text: 'The agent may now use /home/mira/my projects.' });
    expect(granted).toEqual(['/home/mira/my projects']);
    expect(await answer('/confirm')).toMatchObject({ code: 'unknown_token' });
    expect(await answer('/revoke path /home/mira/my projects')).toMatchObject({ tone: 'info' });
    expect(granted).toEqual([]);
  });

  it('is not answered by an agent that holds the keyboard, nor from another conversation', async () => {
    const { answer } = open({ agentHasInput: true });
    await answer('/grant path /x');
    expect(await answer('/confirm')).toMatchObject({ code: 'agent_has_input' });
    expect(await answer('/deny')).toMatchObject({ text: 'Denied. Nothing was changed.' });

    const { answer: here, approvals, granted, ingress, conversations } = open();
    await here('/grant path /x');
    const elsewhere = conversations.create().conversationId;
    const id = approvals.pending()[0]?.id ?? '';
    const input = { conversationId: elsewhere, clientId: 'z', text: `/confirm ${id}`, images: [], files: [] };
    const sent = await ingress.send(input, { ...OWNER, conversationId: elsewhere }, { inPerson: true, keep: true });
    expect(sent).toMatchObject({ answer: { code: 'wrong_origin' } });
    expect(await here('/confirm')).toMatchObject({ tone: 'info' });
    expect(granted).toEqual(['/x']);
  });

  it('mode and variables: narrowing applies at once, widening asks', async () => {
    const { answer, written, approvals } = open();
    expect(await answer('/sandbox mode strict')).toMatchObject({ text: 'The sandbox mode is now strict.' });
    await answer('/sandbox mode open');
    await answer('/sandbox env allow API_TOKEN');
    expect(await answer('/sandbox env deny OTHER')).toMatchObject({ tone: 'info' });
    expect(written).toEqual([{ 'sandbox.mode': 'strict' }, { 'sandbox.env.allow': [], 'sandbox.env.deny': ['OTHER'] }]);
    expect(approvals.pending()).toHaveLength(2);
    expect(await answer('/confirm')).toMatchObject({ code: 'several_questions' });
    expect(await answer(`/confirm ${approvals.pending()[0]?.id}`)).toMatchObject({
      text: 'The sandbox mode is now open.',
    });
    expect(written.at(-1)).toEqual({ 'sandbox.mode': 'open' });
    for (const text of ['/sandbox', '/sandbox mode wide', '/sandbox env allow 1BAD', '/sandbox explain all']) {
      expect(await answer(text), text).toMatchObject({ code: 'usage' });
    }
    expect(await answer('/sandbox explain')).toMatchObject({ text: expect.stringContaining('/home/mira/.ssh') });
  });
});

describe('/ultra', () => {
  it('is a message of its own turn, marked, with the wide limits; a second send is the same message', async () => {
    const { say, client, conversations, conversationId } = open();
    const sent = await say('/ultra compare the three', OWNER, true, 'same');
    expect(await say('/ultra compare the three', OWNER, true, 'same')).toEqual(sent);
    expect(sent).toMatchObject({ kind: 'message', entry: { text: 'compare the three', ultra: true } });
    await settle();
    expect(client.requests).toHaveLength(1);
    expect(client.requests[0]?.system.at(-1)).toContain('ultra turn');
    expect(client.requests[0]?.messages.at(-1)?.text).toBe('compare the three');
    await say('and now in short');
    await settle();
    expect(client.requests[1]?.system.at(-1)).not.toContain('ultra turn');
    expect(conversations.open(conversationId).entries.filter((one) => one.kind === 'user')).toHaveLength(2);
  });

  it('needs a request, an owner, and nobody the agent has started', async () => {
    const { answer, client } = open();
    expect(await answer('/ultra')).toMatchObject({ code: 'usage' });
    expect(await answer('/ultra go', GUEST)).toMatchObject({ code: 'not_owner' });
    expect(await answer('/ultra go', { ...OWNER, selfStarted: true })).toMatchObject({ code: 'not_in_person' });
    await settle();
    expect(client.requests).toHaveLength(0);
  });
});
