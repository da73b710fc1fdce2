import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { HostStartError } from '../../../../main/host/ports.ts';
import { toStartError } from '../../../../main/host/start-error.ts';

function failureOf(run: () => void): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
}

it('says of a full disk what is so and what to do, without the words of the system', () => {
  const full = failureOf(() => writeFileSync('/dev/full', 'x'));
  const error = toStartError(full, '/home/ann/.fermix');
  expect(error).toBeInstanceOf(HostStartError);
  expect(error).toMatchObject({
    code: 'home_unusable',
    message: 'The home /home/ann/.fermix cannot be used: its disk is full.',
    remedy: expect.stringContaining('Free some space'),
  });
});

it('leaves a bug what it is', () => {
  const bug = new TypeError('undefined is not a function');
  expect(toStartError(bug, '/home')).toBe(bug);
});
