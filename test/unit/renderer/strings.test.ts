import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recordingWords } from '../../../protocol/conversation/recording-words.ts';
import { chat } from '../../../renderer/strings/chat.ts';
import { recordings } from '../../../renderer/strings/recordings.ts';
import { settings } from '../../../renderer/strings/settings.ts';
import { shell } from '../../../renderer/strings/shell.ts';
import { doctor, tools } from '../../../renderer/strings/tools.ts';

const ROOT = join(import.meta.dirname, '../../../renderer');

/** Words between tags, and words given straight to attributes that people read or hear. */
const TEXT_NODE = /<\/?[A-Za-z][^<>]*>\s*([A-Z][a-z]+[^<>{}=;]*)<\//g;
const ATTRIBUTE = /\b(?:aria-label|title|placeholder|label|alt|help)="([^"]*[A-Za-z][^"]*)"/g;

test('every word the owner reads is in the catalogue', () => {
  const files = globSync('**/*.tsx', { cwd: ROOT });
  expect(files.length).toBeGreaterThan(40);
  const strays = files.flatMap((file) => {
    const source = readFileSync(`${ROOT}/${file}`, 'utf8');
    return [...source.matchAll(TEXT_NODE), ...source.matchAll(ATTRIBUTE)].map((found) => `${file}: ${found[1]}`);
  });
  expect(strays).toEqual([]);
});

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

test('the words are calm: no exclamation marks, no titles in capitals', () => {
  const texts = textsOf([chat, settings, shell, doctor, tools, recordings, recordingWords]);
  expect(texts.length).toBeGreaterThan(200);
  expect(texts.filter((text) => text.includes('!'))).toEqual([]);
  expect(texts.filter((text) => /^[A-Z][a-z]+ [A-Z][a-z]+ [A-Z]/.test(text))).toEqual([]);
});

test('the place where a model is connected has one name, in the window, in the host and in the guide', () => {
  const files = globSync(['renderer/**/*.{ts,tsx}', 'main/**/*.ts', 'docs/*.md', 'README.md'], {
    cwd: join(ROOT, '..'),
  });
  expect(files.length).toBeGreaterThan(300);
  const strays = files.filter((file) =>
    /set-?up page|setup\/[a-z]|model setup/i.test(readFileSync(join(ROOT, '..', file), 'utf8')),
  );
  expect(strays).toEqual([]);
});
