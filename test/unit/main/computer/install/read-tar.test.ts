import { expect, it } from 'vitest';
import { InstallError } from '../../../../../main/computer/install/install-error.ts';
import { readTar } from '../../../../../main/computer/install/read-tar.ts';
import { isSafePath } from '../../../../../main/computer/install/tar-header.ts';
import { tarHeader, tarOf } from '../../../../../scripts/lib/tar-writer.mjs';

const LONG = `node_modules/${'folder/'.repeat(20)}${'n'.repeat(60)}.js`;
const FILES = [
  { path: 'empty', content: Buffer.alloc(0) },
  { path: 'block', content: Buffer.alloc(512, 1) },
  { path: LONG, content: Buffer.from('café') },
];

async function read(bytes: Buffer, piece = bytes.length): Promise<{ path: string; content: Buffer }[]> {
  const found: { path: string; parts: Buffer[] }[] = [];
  await readTar(pieces(bytes, piece), {
    begin: async ({ path }) => void found.push({ path, parts: [] }),
    write: async (part) => void found.at(-1)?.parts.push(Buffer.from(part)),
    end: async () => undefined,
  });
  return found.map(({ path, parts }) => ({ path, content: Buffer.concat(parts) }));
}

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const whole = () => Buffer.concat([...tarOf(FILES)]);
const codeOf = (bytes: Buffer) =>
  read(bytes).then(
    () => null,
    (error: unknown) => (error instanceof InstallError ? error.code : String(error)),
  );

it.each([1, 7, 511, 512, 513, 100_000])('takes an archive apart whose pieces have %i bytes', async (size) => {
  expect(await read(whole(), size)).toEqual(FILES);
});

it('refuses an archive that ends anywhere before its end', async () => {
  const bytes = whole();
  for (let length = 0; length <= bytes.length - 1024; length += 100)
    expect(await codeOf(bytes.subarray(0, length)), `${length} bytes`).toBe('archive_damaged');
});

it('refuses what follows the end', async () => {
  expect(await codeOf(Buffer.concat([whole(), tarHeader('more', 0)]))).toBe('archive_damaged');
});

it('refuses a header with a changed byte', async () => {
  for (const at of [0, 124, 150, 156, 257, 400]) {
    const bytes = whole();
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    expect(await codeOf(bytes), `byte ${at}`).toBe('archive_damaged');
  }
});

it.each(['1', '2', '3', '5', '6', 'x', 'g', 'L'])('refuses an entry of type %s', async (type) => {
  expect(await codeOf(Buffer.concat([tarHeader('a', 0, type), Buffer.alloc(1024)]))).toBe('archive_unexpected_entry');
});

it.each([
  ['a', true],
  ['a/b.js', true],
  ['...', true],
  ['', false],
  ['/etc/passwd', false],
  ['../a', false],
  ['a/../../b', false],
  ['a/./b', false],
  ['a//b', false],
  ['a/', false],
  ['..', false],
  ['C:/a', false],
  ['a\\b', false],
  ['a\nb', false],
  ['a'.repeat(256), false],
])('tells a path that stays inside: %j', (path, safe) => {
  expect(isSafePath(path)).toBe(safe);
});
