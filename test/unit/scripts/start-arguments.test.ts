import { expect, it } from 'vitest';
import { readStartArguments } from '../../../scripts/lib/start-arguments.mjs';

it('takes the picture’s name from the directory npm was called in', () => {
  expect(readStartArguments(['--capture', 'a.png'], '/home/me')).toEqual({ capture: '/home/me/a.png', switches: [] });
  expect(readStartArguments(['--capture=/tmp/b.png'], '/home/me').capture).toBe('/tmp/b.png');
});

it('hands switches on', () => {
  const { capture, switches } = readStartArguments(['--user-data-dir=/tmp/x', '--force-dark-mode'], '/');
  expect([capture, switches]).toEqual([null, ['--user-data-dir=/tmp/x', '--force-dark-mode']]);
});

it('refuses what it does not know, and a picture without a name', () => {
  expect(() => readStartArguments(['hello'], '/')).toThrow('hello');
  expect(() => readStartArguments(['--capture'], '/')).toThrow('--capture needs');
});
