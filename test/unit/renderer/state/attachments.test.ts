import { expect, test } from 'vitest';
import { type Attachment, admit, MAX_FILE_BYTES, toDraftParts } from '../../../../renderer/state/attachments.ts';
import { createComposerStore } from '../../../../renderer/state/composer-store.ts';
import { createTestHost } from '../../../support/window-fixture/fake-host.ts';
import { memoryKeep } from '../../../support/window-fixture/render-window.tsx';

const file = (name: string, bytes = 10, type = 'text/plain', path = `/home/${name}`) => ({ name, bytes, type, path });

function held(count: number): Attachment[] {
  return Array.from({ length: count }, (_, index) => ({
    id: String(index),
    name: `f${index}`,
    bytes: 1,
    kind: 'file' as const,
    status: 'ready' as const,
    problem: null,
    image: null,
    path: `/f${index}`,
  }));
}

test('a message takes ten attachments, and says so of the eleventh', () => {
  const { accepted, refused } = admit(held(9), [file('a'), file('b')]);
  expect(accepted).toEqual([0]);
  expect(refused).toEqual([{ reason: 'count', names: ['b'] }]);
});

test('many files that do not fit are one refusal for each reason', () => {
  const offered = Array.from({ length: 30 }, (_, index) => file(`f${index}`));
  const { accepted, refused } = admit(
    [],
    [file('big', MAX_FILE_BYTES + 1), ...offered, file('x', 3, 'text/plain', '')],
  );
  expect(accepted).toHaveLength(10);
  expect(refused.map(({ reason, names }) => [reason, names.length])).toEqual([
    ['file_bytes', 1],
    ['count', 21],
  ]);
});

test('files and pictures have limits of size', () => {
  const big = admit([], [file('big', MAX_FILE_BYTES + 1)]);
  expect(big.refused).toEqual([{ reason: 'file_bytes', names: ['big'] }]);
  const pictures = admit([], [file('1.png', 20_000_000, 'image/png'), file('2.png', 20_000_000, 'image/png')]);
  expect(pictures.accepted).toEqual([0]);
  expect(pictures.refused).toEqual([{ reason: 'picture_bytes', names: ['2.png'] }]);
});

test('bytes that are no file on this computer and no picture are refused', () => {
  expect(admit([], [file('x', 3, 'text/plain', '')]).refused).toHaveLength(1);
  expect(admit([], [file('x', 3, 'image/png', '')]).accepted).toEqual([0]);
});

test('a pasted picture is handed to the host; a refusal stays on its chip', async () => {
  const image = { id: 'i1', mime: 'image/png', width: 1, height: 1, bytes: 3 };
  const host = createTestHost({ 'image.add': () => image });
  const store = createComposerStore(host, memoryKeep(), () => 'chip');
  const picture = { name: 'clip.png', size: 3, type: 'image/png', arrayBuffer: async () => new ArrayBuffer(3) };
  await store.attach('c1', [picture], () => '');
  expect(toDraftParts(store.writing('c1').attachments)).toEqual({ images: [image], files: [] });

  host.answer('image.add', () => {
    throw new Error('This is not a picture.');
  });
  store.remove('c1', 'chip');
  await store.attach('c1', [picture], () => '');
  expect(store.writing('c1').attachments).toMatchObject([{ status: 'failed', problem: 'This is not a picture.' }]);
});

test('a draft outlives the window and goes when it is taken', () => {
  const keep = memoryKeep();
  createComposerStore(createTestHost(), keep, () => 'x').setText('c1', 'half a sen');
  const again = createComposerStore(createTestHost(), keep, () => 'x');
  expect(again.writing('c1').text).toBe('half a sen');
  expect(again.writing('c1')).toBe(again.writing('c1'));
  expect(again.take('c1').text).toBe('half a sen');
  expect(createComposerStore(createTestHost(), keep, () => 'x').writing('c1').text).toBe('');
});
