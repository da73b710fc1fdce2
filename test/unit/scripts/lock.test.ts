import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withLock } from '../../../scripts/lib/lock.mjs';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const lock = () => join(folder.path(), 'lock');

it('lets one set-up run at a time and leaves nothing behind', async () => {
  const order: string[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = withLock(lock(), async () => {
    order.push('first in');
    await held;
    order.push('first out');
  });
  const second = withLock(lock(), async () => {
    order.push('second');
  });
  release();
  await Promise.all([first, second]);
  expect(order).toEqual(['first in', 'first out', 'second']);
  expect(existsSync(lock())).toBe(false);
});

it('takes over the lock of a process that has ended', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(lock(), `${pid}\n`);
  expect(await withLock(lock(), async () => 'ran')).toBe('ran');
});

it('is not fooled by a process that was given the id of one that has ended', async () => {
  writeFileSync(lock(), `${process.pid} 1\n`);
  expect(await withLock(lock(), async () => 'ran')).toBe('ran');
});

it('gives the lock back when the work fails', async () => {
  const failing = withLock(lock(), async () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(existsSync(lock())).toBe(false);
});
