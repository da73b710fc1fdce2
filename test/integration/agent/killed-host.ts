import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConversations } from '../../../main/agent/conversations.ts';
import type { ModelClient } from '../../../main/agent/model-client.ts';
import { openStore } from '../../../main/store/open-store.ts';
import { createWorld, MODEL, OWNER, testTool } from '../../support/agent-world.ts';
import { realClock, realIds } from '../../support/clock-and-ids.ts';
import { seeded } from '../../support/seeded.ts';

/**
 * Run as a process of its own, to be killed: works in one conversation for ever. Every run of a tool and every message
 * that was accepted is written to a file of its own before anything else happens, by one call that cannot be lost.
 */
const [home = '', seed = '0'] = process.argv.slice(2);
const chance = seeded(Number(seed));
const store = openStore({ home, clock: realClock, ids: realIds, retentionDays: () => 30, recordingDays: () => 7 });
const note = (file: string, line: string) => {
  appendFileSync(join(home, file), `${line}\n`);
  process.stdout.write('.');
};
const CONVERSATION = 'conv_kill';

/** Calls with marks that are never used twice, some at the same time, some with long results; an answer now and then. */
const client: ModelClient = {
  info: { ...MODEL, contextWindow: 10_000_000 },
  async *stream() {
    const isAnswer = chance.chance(25);
    if (isAnswer || chance.chance(20)) {
      for (const text of ['some ', 'words ']) yield { type: 'text-delta', text };
    }
    const names = Array.from({ length: isAnswer ? 0 : 1 + chance.below(4) }, () => chance.pick(['write', 'look']));
    const toolCalls = names.map((name) => ({ id: '', name, arguments: { value: realIds.next('mark') } }));
    const response = { text: isAnswer ? 'some words ' : '', toolCalls, usage: { totalTokens: 3 }, model: 'test' };
    yield { type: 'end', response };
  },
};

const world = createWorld(client, { store: store.conversations, images: store.images, ids: realIds, clock: realClock });
for (const name of ['write', 'look']) {
  const run = async (value: string) => {
    note('ran', value);
    await new Promise((resolve) => setImmediate(resolve));
    return { ok: true as const, text: `${value}\n${'x'.repeat(chance.below(20_000))}` };
  };
  world.ports.registry.register(testTool(name, run, { policy: name === 'look' ? 'read_only' : 'exec' }));
}
const conversations = createConversations(world.ports);
if (!store.conversations.exists(CONVERSATION)) store.conversations.create(CONVERSATION, Date.now());
while (true) {
  const clientId = realIds.next('client');
  const when = chance.chance(30) ? 'now' : 'queue';
  const input = { conversationId: CONVERSATION, clientId, text: clientId, images: [], files: [], when } as const;
  const entry = await conversations.send({ ...input, images: [], files: [] }, OWNER);
  note('accepted', clientId);
  if (chance.chance(60)) await conversations.finished(entry);
  if (chance.chance(3)) await conversations.startSession(CONVERSATION);
}
