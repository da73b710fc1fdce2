import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createCaller } from '../../../../protocol/rpc/caller.ts';
import { createServer } from '../../../../protocol/rpc/server.ts';
import { linkedTransports, type Transport } from '../../../../protocol/rpc/transport.ts';
import { settle } from '../../../support/manual-clock.ts';

const contract = {
  operations: {
    echo: { input: z.object({ text: z.string(), times: z.number() }), output: z.object({ text: z.string() }) },
    wait: { input: z.object({}), output: z.object({}) },
  },
  notifications: { told: z.object({ text: z.string() }) },
};

const LIMIT = 1_000;
const limited = (transport: Transport): Transport => ({ ...transport, fits: (message) => message.length <= LIMIT });

/** A server whose channel carries at most `LIMIT` characters, and the other end of its line. */
function serve() {
  const [near, far] = linkedTransports();
  const server = createServer(contract, limited(far), {
    echo: ({ text, times }) => ({ text: text.repeat(times) }),
    wait: () => new Promise(() => undefined),
  });
  return { server, near };
}

async function send(...requests: unknown[]) {
  const { near } = serve();
  const answers: unknown[] = [];
  near.onMessage((text) => answers.push(JSON.parse(text)));
  for (const request of requests) near.send(JSON.stringify(request));
  await settle();
  return answers;
}

describe('a request that is not quite one', () => {
  const params = { text: 'a', times: 1 };

  it.each([
    ['a number', 7, 7],
    ['zero', 0, 0],
    ['no text at all', '', ''],
    ['null', null, null],
    ['an object', { a: 1 }, null],
    ['a text without end', 'x'.repeat(5_000), null],
    ['nothing', undefined, null],
  ])('with %s for an id is answered with an error', async (_, id, echoed) => {
    expect(await send({ jsonrpc: '2.0', id, method: 'echo', params })).toEqual([
      {
        jsonrpc: '2.0',
        id: echoed,
        error: { code: -32600, message: expect.any(String), data: { code: 'invalid_request' } },
      },
    ]);
  });

  it('with the id of a running one is answered with an error, and the line goes on', async () => {
    const wait = { jsonrpc: '2.0', id: 'a', method: 'wait' };
    const answers = await send(wait, wait, { jsonrpc: '2.0', id: 'b', method: 'echo', params });
    expect(answers).toMatchObject([
      { id: 'a', error: { code: -32600 } },
      { id: 'b', result: { text: 'a' } },
    ]);
  });
});

describe('what the channel does not carry', () => {
  const timers = { set: setTimeout, clear: (handle: unknown) => clearTimeout(handle as NodeJS.Timeout) };
  const WAIT = { timeoutMs: 10_000 };

  it('is an error with a code, as an answer and as a request, and the line goes on', async () => {
    const { server, near } = serve();
    const caller = createCaller(contract, limited(near), timers);
    const told: string[] = [];
    caller.onNotification('told', ({ text }) => void told.push(text));
    await expect(caller.call('echo', { text: 'a', times: LIMIT }, WAIT)).rejects.toMatchObject({
      code: 'answer_too_large',
    });
    const long = { text: 'a'.repeat(LIMIT), times: 1 };
    await expect(caller.call('echo', long, WAIT)).rejects.toMatchObject({ code: 'request_too_large' });
    for (const text of ['a'.repeat(LIMIT), 'short']) server.notify('told', { text });
    expect(await caller.call('echo', { text: 'a', times: 3 }, WAIT)).toEqual({ text: 'aaa' });
    expect(told).toEqual(['short']);
  });
});
