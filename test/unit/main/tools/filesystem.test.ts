import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openToolWorld, type ToolWorld } from '../../../support/tool-world.ts';

let world: ToolWorld;

beforeEach(() => {
  world = openToolWorld();
});
afterEach(() => world.close());

const file = (name: string) => join(world.workspace, name);
const put = (name: string, content: string | Uint8Array) => writeFileSync(file(name), content);
const read = (input: object) => world.call('file_read', input);
const contentOf = (name: string) => readFileSync(file(name), 'utf8');

describe('file_read', () => {
  test('a whole file comes as it is', async () => {
    put('a', 'één\r\nzwei\n\nlast');
    expect(await read({ path: 'a' })).toEqual({ ok: true, text: 'één\r\nzwei\n\nlast' });
  });
  test('a range, up to and past the end', async () => {
    put('a', '1\n2\n3\n4\n');
    expect((await read({ path: 'a', offset: 2, limit: 2 })).text).toBe(
      '2\n3\n[Lines 2 to 3 are shown; continue with offset 4.]',
    );
    expect((await read({ path: 'a', offset: 3, limit: 2 })).text).toBe('3\n4\n');
    expect((await read({ path: 'a', offset: 4 })).text).toBe('4\n');
    expect((await read({ path: 'a', offset: 9 })).text).toBe('[The file has 4 lines; line 9 is past its end.]');
    put('b', '1\n2');
    expect((await read({ path: 'b', offset: 2 })).text).toBe('2');
    expect((await read({ path: 'b', offset: 3 })).text).toContain('has 2 lines');
    put('empty', '');
    expect((await read({ path: 'empty' })).text).toBe('[The file is empty.]');
  });
  test.each([0, -1, 1.5])('offset and limit %s are no line numbers', async (value) => {
    put('a', 'x');
    expect(await read({ path: 'a', offset: value })).toMatchObject({ ok: false, code: 'invalid_range' });
    expect(await read({ path: 'a', limit: value })).toMatchObject({ ok: false, code: 'invalid_range' });
  });
  test('a long file ends at 100 KB with the offset to go on from, and nothing is lost on the way', async () => {
    const lines = Array.from({ length: 30_000 }, (_, index) => `line ${index} é\n`);
    put('long', lines.join(''));
    let offset = 1;
    let all = '';
    for (let round = 0; round < 20; round += 1) {
      const { text } = await read({ path: 'long', offset });
      const more = /\[Lines \d+ to \d+ are shown; continue with offset (\d+)\.\]$/.exec(text);
      all += more ? text.slice(0, more.index) : text;
      expect(Buffer.byteLength(text)).toBeLessThan(102_400 + 100);
      if (!more) break;
      offset = Number(more[1]);
    }
    expect(all).toBe(lines.join(''));
  });
  test('a single line longer than the cap is cut at a character and says so', async () => {
    put('wide', `${'é'.repeat(80_000)}\nsecond\n`);
    const { text } = await read({ path: 'wide' });
    expect(text).toMatch(/^é+\n\[Line 1 is longer than 102400 bytes and is cut here\. Lines 1 to 1 .* offset 2\.\]$/);
    expect((await read({ path: 'wide', offset: 2 })).text).toBe('second\n');
  });
  test('bytes that are no UTF-8 are replaced and mentioned; binary files are refused', async () => {
    put('latin', Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a]));
    expect((await read({ path: 'latin' })).text).toBe(
      'caf\uFFFD\n[Bytes that are not valid UTF-8 are shown as \uFFFD.]',
    );
    put('binary', Buffer.from([1, 0, 2]));
    expect(await read({ path: 'binary' })).toMatchObject({ ok: false, code: 'not_text' });
  });
  test('what is no file', async () => {
    mkdirSync(file('folder'));
    execFileSync('mkfifo', [file('pipe')]);
    expect(await read({ path: 'folder' })).toMatchObject({ ok: false, code: 'is_directory' });
    expect(await read({ path: 'pipe' })).toMatchObject({ ok: false, code: 'not_a_file' });
    expect(await read({ path: 'nowhere' })).toMatchObject({ ok: false, code: 'not_found' });
    expect(await read({ path: ' ' })).toMatchObject({ ok: false, code: 'missing_path' });
    expect((await world.call('file_write', { path: 'pipe', content: 'x' })).ok).toBe(false);
    expect(await world.call('file_edit', { path: 'pipe', old_string: 'x', new_string: '' })).toMatchObject({
      code: 'not_a_file',
    });
  });
  test('a link inside the roots is followed', async () => {
    put('a', 'x');
    symlinkSync('a', file('b'));
    expect(await read({ path: 'b' })).toEqual({ ok: true, text: 'x' });
  });
});

describe('file_write', () => {
  test('makes folders, tells path and bytes, leaves nothing else', async () => {
    const result = await world.call('file_write', { path: 'a/b/c.txt', content: 'é\n' });
    expect(result).toEqual({ ok: true, text: `Wrote 3 bytes to ${file('a/b/c.txt')}.` });
    expect(contentOf('a/b/c.txt')).toBe('é\n');
    expect(readdirSync(file('a/b'))).toEqual(['c.txt']);
  });
  test('keeps the mode of the old file', async () => {
    put('run.sh', 'old');
    chmodSync(file('run.sh'), 0o750);
    expect((await world.call('file_write', { path: 'run.sh', content: 'new' })).ok).toBe(true);
    expect(statSync(file('run.sh')).mode & 0o777).toBe(0o750);
    expect(contentOf('run.sh')).toBe('new');
  });
  test('without mkdir a missing folder is an error and stays missing', async () => {
    const input = { path: 'no/c.txt', content: 'x', mkdir: false };
    expect(await world.call('file_write', input)).toMatchObject({ ok: false, code: 'missing_parent' });
    expect(readdirSync(world.workspace)).toEqual([]);
  });
  test('a folder as target, and a file as folder', async () => {
    mkdirSync(file('folder'));
    put('file', 'x');
    const before = world.snapshot();
    expect(await world.call('file_write', { path: 'folder', content: 'x' })).toMatchObject({ code: 'is_directory' });
    expect(await world.call('file_write', { path: 'file/x', content: 'x' })).toMatchObject({ code: 'path_error' });
    expect(world.snapshot()).toEqual(before);
  });
  test('through a link to a new file inside the roots', async () => {
    symlinkSync('target.txt', file('link.txt'));
    expect((await world.call('file_write', { path: 'link.txt', content: 'x' })).ok).toBe(true);
    expect(contentOf('target.txt')).toBe('x');
  });
  test('folders made for a write that fails are taken away again', async () => {
    const input = { path: `new/deeper/${'n'.repeat(255)}`, content: 'x' };
    put('new-not', '');
    const before = world.snapshot();
    const result = await world.call('file_write', { ...input, path: `new/deeper/${'n'.repeat(256)}` });
    expect(result.ok).toBe(false);
    expect(world.snapshot()).toEqual(before);
  });
});

describe('file_edit', () => {
  const edit = (old_string: string, new_string: string) =>
    world.call('file_edit', { path: 'a', old_string, new_string });

  test('replaces the one occurrence literally', async () => {
    put('a', 'one\ntwo\nthree\n');
    expect(await edit('two', "$& $1 $$ $'")).toEqual({ ok: true, text: `Edited ${file('a')} at line 2.` });
    expect(contentOf('a')).toBe("one\n$& $1 $$ $'\nthree\n");
    expect(await edit("$& $1 $$ $'\n", '')).toMatchObject({ ok: true });
    expect(contentOf('a')).toBe('one\nthree\n');
  });
  test('none, several and overlapping occurrences change nothing', async () => {
    put('a', 'aaa b b');
    expect(await edit('c', 'x')).toMatchObject({ ok: false, code: 'not_found' });
    expect(await edit('b', 'x')).toMatchObject({ ok: false, code: 'not_unique', data: { count: 2 } });
    expect(await edit('aa', 'x')).toMatchObject({ ok: false, code: 'not_unique', data: { count: 2 } });
    expect(await edit('', 'x')).toMatchObject({ ok: false, code: 'empty_old_string' });
    expect(contentOf('a')).toBe('aaa b b');
  });
  test('the other bytes of the file stay, also those that are no UTF-8', async () => {
    put('a', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('old\r\n'), Buffer.from([0x80])]));
    expect(await edit('old', 'né')).toMatchObject({ ok: true });
    expect(readFileSync(file('a'))).toEqual(
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('né\r\n'), Buffer.from([0x80])]),
    );
  });
  test('a missing file, a folder', async () => {
    expect(await edit('x', 'y')).toMatchObject({ ok: false, code: 'file_not_found' });
    mkdirSync(file('a'));
    expect(await edit('x', 'y')).toMatchObject({ ok: false, code: 'is_directory' });
  });
});
