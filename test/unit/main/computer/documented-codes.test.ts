import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMPUTER_CODES } from '../../../../main/computer/error-codes.ts';

test('the user guide lists every code, and no other', () => {
  const guide = readFileSync(new URL('../../../../docs/computer-use.md', import.meta.url), 'utf8');
  const table = guide.slice(guide.indexOf('## Codes'), guide.indexOf('## Settings'));
  const listed = table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([a-z_]+)`/g)].map((match) => match[1]));
  expect(listed.sort()).toEqual(['invalid_arguments', ...Object.keys(COMPUTER_CODES)].sort());
});
