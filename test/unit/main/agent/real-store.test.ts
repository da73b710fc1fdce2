import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createConversations } from '../../../../main/agent/conversations.ts';
import { openStore } from '../../../../main/store/open-store.ts';
import { call, createWorld, inOrder, OWNER, scriptedClient, testTool } from '../../../support/agent-world.ts';
import { realClock, realIds } from '../../../support/clock-and-ids.ts';

const homes: string[] = [];
afterEach(() => {
  for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true });
});

function openHome(home: string) {
  return openStore({ home, clock: realClock, ids: realIds, retentionDays: () => 30, recordingDays: () => 7 });
}

test('a conversation opened again from the disk is what the window had: text, cards, pictures, usage, notices', async () => {
  const home = mkdtempSync(join(tmpdir(), 'fermix-agent-'));
  homes.push(home);
  const store = openHome(home);
  const size = { mime: 'image/png', width: 4, height: 3, role: 'after', forModel: true } as const;
  const client = scriptedClient(
    inOrder(
      { text: 'Looking.', toolCalls: [call('look', { value: 'ä 👪' }, 'c1')], usage: { totalTokens: 5 } },
      { text: 'Seen.', usage: { totalTokens: 2 } },
      { toolCalls: [call('fail', {}, 'c2')] },
      {},
    ),
  );
  const world = createWorld(client, { store: store.conversations, images: store.images, ids: realIds });
  world.ports.registry.register(
    testTool('look', () => {
      const picture = { data: new Uint8Array([1, 2]), ...size, point: { x: 1, y: 2 } };
      return { ok: true, text: 'a picture', pictures: [picture], outcome: 'unverified' };
    }),
  );
  const remedy = { label: 'Open setup', page: 'setup' };
  world.ports.registry.register(
    testTool('fail', () => ({ ok: false, code: 'no', text: 'No.', remedy, external: true })),
  );
  const { conversationId } = await world.ask('look around');
  expect((await world.ask('again', conversationId)).failure?.code).toBe('no_response');
  const shown = world.conversations.open(conversationId);
  store.close();

  const reopened = openHome(home);
  const again = createConversations({ ...world.ports, store: reopened.conversations, images: reopened.images });
  expect(again.open(conversationId)).toEqual({ ...shown, seq: 0 });
  expect(again.list('look')).toMatchObject([{ id: conversationId, title: 'look around', messageCount: 4 }]);
  const input = { conversationId, clientId: 'later', text: 'and now', images: [], files: [] };
  await again.finished(await again.send(input, OWNER));
  const sent = client.requests.at(-1)?.messages ?? [];
  expect(sent.map((one) => one.role)).toEqual([
    'user',
    'assistant',
    'tool',
    'assistant',
    'user',
    'assistant',
    'tool',
    'assistant',
    'user',
  ]);
  expect(sent[2]).toMatchObject({ images: [{ data: 'AQI=', width: 4, height: 3 }] });
  reopened.close();
});
