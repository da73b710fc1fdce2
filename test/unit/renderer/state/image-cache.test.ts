import { expect, test, vi } from 'vitest';
import { createImageCache, type Picture } from '../../../../renderer/state/image-cache.ts';

function setUp(read: (id: string) => Promise<Picture>, limit = 250) {
  const revoked: string[] = [];
  let made = 0;
  const cache = createImageCache(
    {
      read,
      makeUrl: () => {
        made += 1;
        return `blob:${made}`;
      },
      revokeUrl: (url) => revoked.push(url),
    },
    limit,
  );
  return { cache, revoked };
}

const png = async () => ({ mime: 'image/png', data: new Uint8Array(100) });

test('a picture is read once for all who show it', async () => {
  const read = vi.fn(png);
  const { cache } = setUp(read);
  const heard = vi.fn();
  cache.use('a', heard);
  cache.use('a', () => undefined);
  expect(cache.peek('a').status).toBe('loading');
  await expect.poll(() => cache.peek('a').status).toBe('ready');
  expect(read).toHaveBeenCalledTimes(1);
  expect(heard).toHaveBeenCalledTimes(1);
});

test('unused pictures above the limit are revoked, oldest first; used ones stay', async () => {
  const { cache, revoked } = setUp(png);
  const endA = cache.use('a', () => undefined);
  const endB = cache.use('b', () => undefined);
  cache.use('c', () => undefined);
  await expect.poll(() => cache.peek('c').status).toBe('ready');
  expect(revoked).toEqual([]);
  endB();
  expect(revoked).toEqual(['blob:2']);
  endA();
  expect(revoked).toEqual(['blob:2']);
  expect(cache.peek('a').status).toBe('ready');
});

test('only plain pictures are drawn, and a failure is asked again', async () => {
  const read = vi.fn(async () => ({ mime: 'image/svg+xml', data: new Uint8Array(1) }));
  const { cache } = setUp(read);
  const end = cache.use('a', () => undefined);
  await expect.poll(() => cache.peek('a').status).toBe('failed');
  end();
  cache.use('a', () => undefined);
  expect(read).toHaveBeenCalledTimes(2);
});
