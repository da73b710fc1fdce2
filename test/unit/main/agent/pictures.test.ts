import { expect, test } from 'vitest';
import type { ToolPicture } from '../../../../main/registry/capability.ts';
import { RemoteError } from '../../../../protocol/rpc/remote-error.ts';
import { call, createWorld, inOrder, OWNER, scriptedClient, testTool } from '../../../support/agent-world.ts';

const picture = (more: Partial<ToolPicture> = {}): ToolPicture => ({
  data: new Uint8Array([1, 2, 3]),
  mime: 'image/png',
  width: 800,
  height: 600,
  role: 'result',
  forModel: true,
  ...more,
});

test('only the newest tool pictures are sent; older ones leave a line that they cannot be acted on', async () => {
  const client = scriptedClient((_, count) => {
    return count <= 5 ? { toolCalls: [call('look', { value: `${count}` }, `c${count}`)] } : { text: 'done' };
  });
  const world = createWorld(client);
  world.ports.registry.register(testTool('look', () => ({ ok: true, text: 'seen', pictures: [picture()] })));
  await world.ask('go');
  const tools = client.requests.at(-1)?.messages.flatMap((one) => (one.role === 'tool' ? [one] : [])) ?? [];
  expect(tools.map((one) => one.images.length)).toEqual([0, 0, 1, 1, 1]);
  expect(tools.map((one) => one.text.includes('can no longer be acted on'))).toEqual([true, true, false, false, false]);
  expect(tools[4]?.images[0]).toEqual({ mime: 'image/png', data: 'AQID', width: 800, height: 600 });
});

test('a picture that is not for the model is shown on the card and not sent', async () => {
  const client = scriptedClient(inOrder({ toolCalls: [call('act')] }, { text: 'done' }));
  const world = createWorld(client);
  const pictures = [picture({ role: 'before', forModel: false }), picture({ role: 'after', point: { x: 4, y: 5 } })];
  world.ports.registry.register(testTool('act', () => ({ ok: true, text: '', pictures })));
  const { conversationId } = await world.ask('go');
  const sent = client.requests[1]?.messages.at(-1);
  expect(sent?.role === 'tool' && sent.images).toHaveLength(1);
  const card = world.conversations.open(conversationId).entries.find((entry) => entry.kind === 'tool');
  expect(card?.kind === 'tool' && card.images.map((one) => [one.role, one.point])).toEqual([
    ['before', undefined],
    ['after', { x: 4, y: 5 }],
  ]);
});

test('a picture over the limits of the model is scaled, and the text gives the factor', async () => {
  const client = scriptedClient(inOrder({ toolCalls: [call('look')] }, { text: 'done' }));
  const world = createWorld(client);
  world.ports.registry.register(testTool('look', () => ({ ok: true, text: '', pictures: [picture({ width: 3136 })] })));
  await world.ask('go');
  const sent = client.requests[1]?.messages.at(-1);
  expect(sent?.role === 'tool' && sent.images[0]?.width).toBe(1_568);
  expect(sent?.text).toContain('Multiply coordinates read in it by 2.000');
});

test('a picture that cannot be scaled, or is gone, never makes the conversation unusable', async () => {
  const client = scriptedClient(inOrder({ text: 'one' }, { text: 'two' }));
  const world = createWorld(client, {
    encoder: { encode: async () => Promise.reject(new RemoteError('image_too_large', 'Too large.')) },
  });
  const { id } = await world.ports.images.put({ data: new Uint8Array(9), mime: 'image/png', width: 20_000, height: 9 });
  const { conversationId } = world.conversations.create();
  const input = { conversationId, clientId: 'x', text: 'what is this', images: [id], files: [] };
  await world.conversations.finished(await world.conversations.send(input, OWNER));
  expect(client.requests[0]?.messages[0]).toMatchObject({ images: [] });
  expect(client.requests[0]?.messages[0]?.text).toContain('it could not be scaled');
  await world.ports.images.sweep(0);
  expect(await world.ask('and now', conversationId)).toMatchObject({ result: 'completed', text: 'two' });
  expect(client.requests[1]?.messages[0]?.text).toContain('it is no longer kept');
});

test('all pictures of a request stay under a total', async () => {
  const client = scriptedClient(inOrder({ text: 'ok' }));
  const world = createWorld(client);
  const images: string[] = [];
  for (let count = 0; count < 6; count += 1) {
    const data = new Uint8Array(3_600_000);
    images.push((await world.ports.images.put({ data, mime: 'image/png', width: 10, height: 10 })).id);
  }
  const { conversationId } = world.conversations.create();
  const input = { conversationId, clientId: 'x', text: 'six', images, files: [] };
  await world.conversations.finished(await world.conversations.send(input, OWNER));
  const sent = client.requests[0]?.messages[0];
  expect(sent?.role === 'user' && sent.images).toHaveLength(3);
});

test('a model without vision fails by name when the running turn needs a picture, and goes on over old ones', async () => {
  const seeing = scriptedClient(inOrder({ toolCalls: [call('look')] }, { text: 'seen' }));
  const blind = scriptedClient(inOrder({ text: 'read' }, { toolCalls: [call('look')] }), {
    vision: false,
    label: 'Blind',
  });
  let client = seeing;
  const world = createWorld(seeing, { models: { current: async () => ({ ok: true, client }) } });
  world.ports.registry.register(testTool('look', () => ({ ok: true, text: '', pictures: [picture()] })));
  const { conversationId } = await world.ask('look');
  client = blind;
  expect(await world.ask('and?', conversationId)).toMatchObject({ result: 'completed', text: 'read' });
  const old = blind.requests[0]?.messages.find((one) => one.role === 'tool');
  expect(old?.text).toContain('This model cannot see pictures');
  const failed = await world.ask('look again', conversationId);
  expect(failed.failure?.code).toBe('image_unsupported');
  expect(failed.failure?.message).toContain('Blind');
});

test('a picture that is no longer kept cannot be attached', async () => {
  const world = createWorld(scriptedClient(inOrder({ text: 'ok' })));
  const { conversationId } = world.conversations.create();
  const input = { conversationId, clientId: 'x', text: 'see', images: ['img_gone'], files: [] };
  await expect(world.conversations.send(input, OWNER)).rejects.toMatchObject({ code: 'image_gone' });
});
