import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isWritableKey, writableKeys } from '../../../../main/config/config-schema.ts';

const DOC = readFileSync(new URL('../../../../docs/configuration.md', import.meta.url), 'utf8');

/** Keys by their section, as the tables of the page name them. */
function documented(): Set<string> {
  const keys = new Set<string>();
  let section = '';
  for (const line of DOC.split('\n')) {
    section = /^## `\[([^\]]+)\]`/.exec(line)?.[1] ?? (line.startsWith('## ') ? '' : section);
    // Keys that mean the same for several runs share a line.
    const names = /^\| (`[a-z_]+`(?:, `[a-z_]+`)*) \|/.exec(line)?.[1] ?? '';
    if (section) for (const [, key] of names.matchAll(/`([a-z_]+)`/g)) keys.add(`${section}.${key}`);
  }
  return keys;
}

test('every key of the settings file has its line on the page, and every line a key', () => {
  const plain = (key: string) => key.replace(/^(fermix_core\.providers)\.[a-z]+\./, '$1.<name>.');
  expect([...documented()].sort()).toEqual([...new Set(writableKeys().map(plain))].sort());
});

test('each of them may be written', () => {
  expect(writableKeys().filter((key) => !isWritableKey(key))).toEqual([]);
});
