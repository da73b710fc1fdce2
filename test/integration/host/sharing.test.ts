import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compose } from '../../../main/compose.ts';
import { createEnvironmentSecrets } from '../../../main/config/environment-secrets.ts';
import { greet, type HostConnection } from '../../../main/host/attach.ts';
import type { Host } from '../../../main/host/ports.ts';
import { createSystemClock, createSystemIds } from '../../../main/host/system-ports.ts';
import type { ConversationEvent } from '../../../protocol/conversation/event.ts';
import { until, Workshop } from '../../support/host/processes.ts';

const workshop = new Workshop();
afterAll(() => workshop.dispose());

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };
const WAIT = { timeoutMs: 60_000 };

let home: string;
let host: Host;
let seen: ConversationEvent[];
beforeEach(async () => {
  home = workshop.folder();
  const clock = createSystemClock();
  const env = { PATH: process.env['PATH'], HOME: home };
  host = await compose({
    role: 'app',
    home,
    osHome: home,
    userData: null,
    env,
    startDirectory: '/',
    clock,
    ids: createSystemIds(clock),
    log: SILENT,
    openSecrets: () => createEnvironmentSecrets({ env, home }),
    helperDirectory: fileURLToPath(new URL('../../../out/helper', import.meta.url)),
    helperInPlace: true,
    appVersion: '1.0.0',
    runtime: 'plain Node',
    desktop: null,
  });
  seen = [];
  host.onEvent((event) => {
    if (event.name === 'conversation.event') seen.push(event.payload.event);
  });
});
afterEach(() => host.close());

interface Terminal {
  connection: HostConnection;
  events: ConversationEvent[];
  ask(text: string, session?: string): Promise<{ conversationId: string; result: string; toolCalls: object[] }>;
}

/** A person at a terminal of their own. */
async function terminal(pid: number): Promise<Terminal> {
  const standing = { attended: true, selfStarted: false, reason: 'The command was run at a terminal.' };
  const connection = await greet(host.connect({ pid, standing, terminal: `terminal-${pid}` }));
  const events: ConversationEvent[] = [];
  connection.caller.onNotification('event', ({ event }) => void events.push(event));
  return {
    connection,
    events,
    ask: (text, session) =>
      connection.caller.call('ask', { text, session: session ?? null, directory: home, attach: [] }, WAIT),
  };
}

const textsOf = (events: readonly ConversationEvent[]) =>
  events.flatMap((event) => (event.type === 'user-add' ? [event.entry.text] : []));

describe('two terminals in one conversation', () => {
  it('each answers the questions of its own turns alone, also after the other has asked', async () => {
    const [first, second] = [await terminal(1001), await terminal(1002)];
    const folder = join(home, 'project');
    mkdirSync(folder);
    const request = `tool request_directory_access ${JSON.stringify({ path: folder, reason: 'to build it' })}`;
    const { conversationId } = await first.ask(request);
    const card = first.events.find((event) => event.type === 'approval-start');
    const id = card?.type === 'approval-start' ? card.entry.id : '';
    await second.ask('help', conversationId);
    const answer = { id, allow: true };
    await expect(second.connection.caller.call('approve', answer, WAIT)).rejects.toMatchObject({
      code: 'unknown_approval',
    });
    expect(await first.connection.caller.call('approve', answer, WAIT)).toMatchObject({ status: 'approved' });
  });

  it('one that goes away takes its own waiting message along and nothing else', async () => {
    const [first, second] = [await terminal(1001), await terminal(1002)];
    const [begun, go] = [join(home, 'begun'), join(home, 'go')];
    const running = first.ask(`run touch ${begun}; until [ -e ${go} ]; do sleep 0.05; done; echo finished`);
    await until(
      () => existsSync(begun),
      () => 'the command did not start',
    );
    const [conversationId = ''] = host.activity().running;
    const waiting = second.ask('help', conversationId).catch(() => 'gone');
    await until(
      () => textsOf(seen).includes('help'),
      () => 'the second message was not taken',
    );
    await second.connection.close();
    expect(await waiting).toBe('gone');
    await until(
      () => seen.some((event) => event.type === 'notice-add' && event.entry.code === 'stopped'),
      () => 'the second message still waits',
    );
    writeFileSync(go, '');
    expect(await running).toMatchObject({ result: 'completed', toolCalls: [{ name: 'shell', ok: true }] });
    expect(textsOf(second.events)).not.toContain(textsOf(first.events)[0]);
    expect(textsOf(first.events)).not.toContain('help');
  });

  it('one that goes away in the middle of its own turn leaves the other’s waiting message to run', async () => {
    const [first, second] = [await terminal(1001), await terminal(1002)];
    const begun = join(home, 'begun');
    const running = first.ask(`run touch ${begun}; sleep 300`).catch(() => 'gone');
    await until(
      () => existsSync(begun),
      () => 'the command did not start',
    );
    const [conversationId = ''] = host.activity().running;
    const waiting = second.ask('run echo mine', conversationId);
    await until(
      () => textsOf(seen).includes('run echo mine'),
      () => 'the second message was not taken',
    );
    await first.connection.close();
    expect(await running).toBe('gone');
    expect(await waiting).toMatchObject({ result: 'completed', toolCalls: [{ name: 'shell', ok: true }] });
  });
});
