import { expect, test } from 'vitest';
import type { ConversationSummary } from '../../../../protocol/conversation/entry.ts';
import { latestScreen, latestSteps } from '../../../../renderer/state/drive.ts';
import { duration, fileSize, usageLine } from '../../../../renderer/state/format.ts';
import { layoutFor, stepTextSize } from '../../../../renderer/state/layout.ts';
import { applyChange } from '../../../../renderer/state/list-store.ts';
import { safeLink, splitBlocks } from '../../../../renderer/state/markdown-blocks.ts';
import { matchModels } from '../../../../renderer/state/match-models.ts';
import { readAddress, writeAddress } from '../../../../renderer/state/pages.ts';
import { createResource } from '../../../../renderer/state/resource.ts';
import { filterTools } from '../../../../renderer/state/tool-filter.ts';
import { sampleConversation, TOOLS } from '../../../support/window-fixture/sample-data.ts';

test('addresses lead to places and never act', () => {
  expect(readAddress('setup/model').page).toEqual({ name: 'settings', section: 'model' });
  expect(readAddress('settings/nonsense').page).toEqual({ name: 'settings', section: 'model' });
  expect(readAddress('tools/shell').page).toEqual({ name: 'tools', tool: 'shell' });
  expect(readAddress('chat/c-7')).toEqual({ page: { name: 'chat' }, conversationId: 'c-7' });
  expect(readAddress('rm -rf /').page).toEqual({ name: 'chat' });
  for (const address of ['chat', 'doctor', 'tools', 'tools/shell', 'settings/storage']) {
    expect(writeAddress(readAddress(address).page)).toBe(address);
  }
});

test('panels become sheets below 900 pixels, earlier with larger text', () => {
  expect(layoutFor(900, 1)).toBe('compact');
  expect(layoutFor(899, 1)).toBe('sheets');
  expect(layoutFor(1600, 1)).toBe('full');
  expect(layoutFor(1600, 2)).toBe('sheets');
  expect(stepTextSize(100, 1)).toBe(110);
  expect(stepTextSize(200, 1)).toBe(200);
});

test('numbers for people', () => {
  expect([duration(420), duration(1234), duration(12_900), duration(185_000)]).toEqual([
    '420 ms',
    '1.2 s',
    '12 s',
    '3 min 05 s',
  ]);
  expect([fileSize(940), fileSize(1_400_000)]).toEqual(['940 B', '1.4 MB']);
  expect(usageLine({})).toBe('');
  expect(usageLine({ inputTokens: 1200, outputTokens: 30, costUsd: 0.5 })).toMatch(
    /^1.200 tokens in, 30 out, about \$0\.50$/,
  );
});

test('Markdown is cut where a block surely begins', () => {
  expect(splitBlocks('a\n\nb')).toEqual(['a\n', 'b']);
  expect(splitBlocks('```\nx\n\ny\n```\n\nb')).toHaveLength(2);
  expect(splitBlocks('```\nx\n\nstill code')).toHaveLength(1);
  expect(splitBlocks('1. a\n\n2. b\n\n   more')).toHaveLength(1);
  expect(splitBlocks('[a]\n\n[a]: https://x.org\n\nb')).toHaveLength(1);
  expect(splitBlocks('')).toEqual([]);
});

test.each([
  ['https://example.org/a', 'https://example.org/a'],
  ['mailto:a@example.org', 'mailto:a@example.org'],
  ['javascript:alert(1)', null],
  ['java\u0000script:alert(1)', null],
  ['\u0001javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['file:///etc/passwd', null],
  ['//example.org', null],
  ['', null],
])('the link %j becomes %j', (address, safe) => {
  expect(safeLink(address)).toBe(safe);
});

test('the list keeps the newest first, drops what was deleted, and holds still during a search', () => {
  const row = (id: string, updatedAt: number): ConversationSummary => ({
    id,
    title: id,
    updatedAt,
    messageCount: 1,
    running: false,
    needsYou: false,
  });
  const items = [row('b', 2), row('a', 1)];
  expect(applyChange(items, { summary: row('a', 3) }, false).map((item) => item.id)).toEqual(['a', 'b']);
  expect(applyChange(items, { summary: row('c', 3) }, true)).toEqual(items);
  expect(applyChange(items, { removed: 'b' }, false).map((item) => item.id)).toEqual(['a']);
});

test('the panel shows the newest screen and the steps of its turn', () => {
  const state = sampleConversation();
  expect(latestScreen(state)?.image.id).toBe('shot-2b');
  expect(latestSteps(state)).toHaveLength(10);
  expect(latestScreen(null)).toBeNull();
});

test('models and tools are found by every word', () => {
  const choice = (id: string) => ({
    id,
    label: id,
    vision: true,
    contextWindow: null,
    maxOutput: null,
    price: null,
    efforts: [],
  });
  expect(matchModels([choice('claude-sonnet-5'), choice('gpt-6')], 'son claude').map((one) => one.id)).toEqual([
    'claude-sonnet-5',
  ]);
  expect(filterTools(TOOLS, { text: 'screen', category: '', policy: '' }).map((one) => one.name)).toEqual([
    'computer_use',
  ]);
  expect(filterTools(TOOLS, { text: '', category: 'git', policy: '' })).toHaveLength(1);
});

test('a value announced while it is read is not overwritten by the older answer', async () => {
  let release: (value: string) => void = () => undefined;
  const resource = createResource(
    () =>
      new Promise<string>((resolve) => {
        release = resolve;
      }),
  );
  const loading = resource.load();
  resource.put('newer');
  release('older');
  await loading;
  expect(resource.getState()).toMatchObject({ value: 'newer', loading: false });
});
