import { describe, expect, it } from 'vitest';
import { createWorld, testTool } from '../../../support/agent-world.ts';
import type { Turn } from '../../../support/scripted-model.ts';
import { refusals } from '../../../support/wire-validators.ts';
import { connect, FORMATS } from '../models/open-client.ts';

/** A whole turn over the real client of a format. */
async function turn(format: (typeof FORMATS)[number], script: Turn[]) {
  const { client, server } = await connect(format, script);
  const world = createWorld(client);
  world.ports.registry.register(testTool('echo', (value) => ({ ok: true, text: `echo ${value}` })));
  const report = await world.ask('go');
  const rows = world.store.rows(report.conversationId);
  const notices = rows.flatMap((row) => (row.kind === 'notice' ? [[row.code, row.text]] : []));
  return { report, rows, notices, requests: server.requests };
}

describe.each(FORMATS)('over %s', (...format) => {
  it('an answer with nothing in it is told, asked for once, and not stored', async () => {
    const { report, rows, notices, requests } = await turn(format, [{}, { text: 'no' }]);
    expect(report).toMatchObject({ result: 'failed', failure: { code: 'no_response' } });
    expect(notices).toEqual([['no_response', expect.stringContaining('Send the message again')]]);
    expect(rows.map((row) => row.kind)).toEqual(['user', 'notice']);
    expect(requests).toHaveLength(1);
  });

  it('an answer at the length limit is kept and said to be one', async () => {
    const { report, notices } = await turn(format, [{ text: 'Once upon a ti', stop: 'length' }]);
    expect(report).toMatchObject({ result: 'completed', text: 'Once upon a ti' });
    expect(notices).toEqual([['truncated', expect.stringContaining('length limit')]]);
  });

  it.skipIf(format[0] === 'google')('a call cut by the length limit runs nothing, and the model is told', async () => {
    const { report, notices, requests } = await turn(format, [
      { toolCalls: [{ name: 'echo', arguments: '{"value": "ha' }], stop: 'length' },
      { text: 'Shorter then.' },
    ]);
    expect(report).toMatchObject({ result: 'completed', toolCalls: [{ name: 'echo', ok: false, code: 'cut_off' }] });
    expect(notices.map(([code]) => code)).toEqual(['truncated']);
    expect(requests[1]?.results).toMatchObject([{ text: expect.stringContaining('cut_off') }]);
  });

  it.each<[string, Turn]>([
    ['a server error', { error: { status: 503, body: { error: { type: 'x', message: 'the provider said: busy' } } } }],
    ['a dropped connection', { cut: 'head' }],
  ])('what is said before another try after %s is a sentence', async (_, failing) => {
    const { report, notices } = await turn(format, [failing, { text: 'here' }]);
    expect(report).toMatchObject({ result: 'completed', text: 'here' });
    expect(notices).toEqual([['retry', expect.stringMatching(/^(?:[A-Z]|xAI)[^_:]*\. Trying again \(attempt 1\)\.$/)]]);
  });
});

it.each(FORMATS)('over %s an id that the model uses again is another call on the wire too', async (...format) => {
  const again = { toolCalls: [{ name: 'echo', arguments: { value: 'x' }, id: 'call_dup' }] };
  const { requests, rows } = await turn(format, [again, again, { text: 'done' }]);
  expect(refusals(format[0], requests[2]?.body ?? {})).toEqual([]);
  expect(new Set(rows.flatMap((row) => (row.kind === 'tool' ? [row.id] : []))).size).toBe(2);
});
