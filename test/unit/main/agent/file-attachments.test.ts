import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFileAttachments } from '../../../../main/agent/file-attachments.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fermix-attach-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const reader = createFileAttachments();
const make = (name: string, content: string | Uint8Array) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

test('a text file brings its text, an empty one nothing', async () => {
  const path = make('a.txt', 'Grüße 👪');
  expect(await reader.read(path)).toEqual({ path, name: 'a.txt', bytes: 12, text: 'Grüße 👪', truncated: false });
  expect(await reader.read(make('empty', ''))).toMatchObject({ bytes: 0, text: '', truncated: false });
});

test('a long text is cut between characters and says so', async () => {
  const read = await reader.read(make('long.txt', `x${'€'.repeat(50_000)}`));
  expect(read.truncated).toBe(true);
  expect(read.bytes).toBe(150_001);
  expect(read.text).toBe(`x${'€'.repeat(33_333)}`);
});

test('binary data, or text that is not UTF-8, travels by its path alone', async () => {
  expect(await reader.read(make('a.bin', new Uint8Array([1, 0, 2])))).toMatchObject({ text: null });
  expect(await reader.read(make('latin1.txt', new Uint8Array([0x47, 0x72, 0xfc])))).toMatchObject({ text: null });
});

test.skipIf(process.platform === 'win32')('a pipe or a folder is refused at once, without waiting', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  mkdirSync(join(folder, 'sub'));
  await expect(reader.read(pipe)).rejects.toMatchObject({ code: 'attachment_unreadable' });
  await expect(reader.read(join(folder, 'sub'))).rejects.toMatchObject({ code: 'attachment_unreadable' });
});

test.each(['', 'relative.txt', '/no/such/file', '/etc/passwd/x', '/a\0b'])('%j is refused by name', async (path) => {
  await expect(reader.read(path)).rejects.toMatchObject({ code: 'attachment_not_found' });
});
