import { expect, test } from 'vitest';
import { MASK, maskSecrets } from '../../../../renderer/state/masks.ts';

test('values under secret names are covered, at any depth', () => {
  expect(maskSecrets({ path: '/a', api_key: 'abc', nested: [{ password: 'x', user: 'mira' }] })).toEqual({
    path: '/a',
    api_key: MASK,
    nested: [{ password: MASK, user: 'mira' }],
  });
});

test('texts that look like keys are covered wherever they stand', () => {
  const made = maskSecrets({ command: 'curl -H "Authorization: Bearer abcdefgh123" https://x sk-abcdefghijklmnop' });
  expect(made['command']).toBe(`curl -H "Authorization: ${MASK} https://x ${MASK}`);
});

test('ordinary words stay', () => {
  expect(maskSecrets({ key: 'ctrl+s', pattern: 'tokens', count: 3 })).toEqual({
    key: 'ctrl+s',
    pattern: 'tokens',
    count: 3,
  });
});
