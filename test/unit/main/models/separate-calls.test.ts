import { describe, expect, it } from 'vitest';
import type { ScriptedCall } from '../../../support/scripted-model.ts';
import { answer, ask, connect, request } from './open-client.ts';

/** Two files, named alike or apart by what the server says of the calls. */
const read = (path: string, names: Partial<ScriptedCall>): ScriptedCall => ({
  name: 'file_read',
  arguments: { path },
  ...names,
});

describe('parallel calls of a server that mixes their names up', () => {
  it.each<[string, ScriptedCall[]]>([
    ['one id', [read('/a', { id: 'a' }), read('/b', { id: 'a' }), read('/c', { id: 'a' })]],
    [
      'one id and what we would make of it',
      [read('/a', { id: 'a' }), read('/b', { id: 'a' }), read('/c', { id: 'a_2' })],
    ],
    ['no id', [read('/a', { id: '' }), read('/b', { id: '' }), read('/c', { id: '' })]],
    ['one id, each in one piece', ['/a', '/b', '/c'].map((path) => read(path, { id: 'a', whole: true }))],
    ['one index, each in one piece', ['/a', '/b', '/c'].map((path) => read(path, { index: 0, whole: true }))],
    ['one index', [read('/a', { index: 0 }), read('/b', { index: 0 }), read('/c', { index: 0 })]],
    ['indexes that jump', [read('/a', { index: 4 }), read('/b', { index: 2 }), read('/c', { index: 2 })]],
  ])('stay apart: %s', async (_, toolCalls) => {
    const { client } = await connect(
      ['chat-completions', 'custom', 'some-model'],
      [{ text: 'é', toolCalls, slowBytes: true }],
    );
    const { response } = await answer(client, request([ask('look')]));
    expect(response.text).toBe('é');
    expect(response.toolCalls).toEqual(
      ['/a', '/b', '/c'].map((path) => ({ id: expect.any(String), name: 'file_read', arguments: { path } })),
    );
    const ids = response.toolCalls.map((call) => call.id);
    expect(new Set(ids).size).toBe(3);
    expect(ids).not.toContain('');
  });

  it('one call that comes in pieces stays one', async () => {
    const { client } = await connect(
      ['chat-completions', 'custom', 'some-model'],
      [{ toolCalls: [read('/a', { id: 'a' })] }],
    );
    expect((await answer(client, request([ask('look')]))).response.toolCalls).toEqual([
      { id: 'a', name: 'file_read', arguments: { path: '/a' } },
    ]);
  });
});
