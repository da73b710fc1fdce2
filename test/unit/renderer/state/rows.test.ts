import { expect, test } from 'vitest';
import type { Entry } from '../../../../protocol/conversation/entry.ts';
import { emptyConversation } from '../../../../protocol/conversation/reduce.ts';
import { toRows } from '../../../../renderer/state/rows.ts';
import { actionReport, image, tool } from '../../../support/window-fixture/sample-data.ts';

function rowsOf(entries: Entry[]) {
  return toRows({ ...emptyConversation('c1'), entries }, [], 'c1');
}

test('reads in a row take one line; one read, and one that failed, do not', () => {
  const rows = rowsOf([
    tool('a', 'file_read', 'Read a'),
    tool('b', 'content_search', 'Search b'),
    tool('c', 'glob_search', 'Find c'),
    tool('d', 'shell', 'Run d'),
    tool('e', 'file_read', 'Read e'),
    tool('f', 'file_read', 'Read f', { outcome: 'refused' }),
  ]);
  expect(rows.map((row) => row.key)).toEqual(['reads:a', 'tool:d', 'tool:e', 'tool:f']);
  expect(rows[0]?.kind === 'reads' && rows[0].entries.length).toBe(3);
});

test('a read that still runs stands alone', () => {
  const rows = rowsOf([tool('a', 'file_read', 'Read a'), tool('b', 'file_read', 'Read b', { status: 'running' })]);
  expect(rows.map((row) => row.kind)).toEqual(['entry', 'entry']);
});

test('folding leaves the entries of the conversation as they are', () => {
  const entries = [tool('a', 'file_read', 'a'), tool('b', 'file_read', 'b')];
  rowsOf(entries);
  expect(rowsOf(entries)).toEqual(rowsOf(entries));
});

test('queued messages come last, and an answer without a word is not drawn', () => {
  const base = { turnId: 't', at: 1, images: [], files: [] };
  const rows = rowsOf([
    { kind: 'user', id: 'q', text: 'later', status: 'queued', ...base },
    { kind: 'assistant', id: 'silent', turnId: 't', at: 1, text: '', reasoning: '', status: 'done', model: 'm' },
    { kind: 'user', id: 'u', text: 'now', status: 'sent', ...base },
  ]);
  expect(rows.map((row) => row.key)).toEqual(['user:u', 'user:q']);
});

test('looks at the screen in a row fold with their pictures; an action between them does not', () => {
  const look = (id: string) =>
    tool(id, 'computer_use', 'Looked at the screen', {
      images: [{ image: image(id), role: 'result' }],
      report: actionReport({ action: 'screenshot', dispatch: 'read' }),
    });
  const click = tool('click', 'computer_use', 'Clicked', { report: actionReport() });
  expect(rowsOf([look('a'), look('b'), click, look('c')]).map((row) => row.key)).toEqual([
    'reads:a',
    'tool:click',
    'tool:c',
  ]);
});
