import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resolveHome } from '../../../../main/config/resolve-home.ts';

describe('resolveHome', () => {
  it.each([
    [undefined, '/home/me/.fermix'],
    ['', '/home/me/.fermix'],
    ['  ', '/home/me/.fermix'],
    ['/srv/agent', '/srv/agent'],
    ['~/agent', '/home/me/agent'],
    ['here', resolve('here')],
  ])('FERMIX_HOME=%j is %s', (value, home) => {
    expect(resolveHome(value === undefined ? {} : { FERMIX_HOME: value }, '/home/me')).toBe(home);
  });
});
