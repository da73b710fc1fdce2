import { InstallError } from './install-error.ts';

/** Bytes of a header and of the unit that contents are padded to. */
export const BLOCK = 512;

/** One regular file of an archive, as its header says. */
export interface TarEntry {
  path: string;
  size: number;
}

/**
 * Reads one header block of a ustar archive; null for a block of zeros. Only regular files are understood: links,
 * folders, devices and extended headers have no place in a helper's archive. Throws `archive_damaged` or
 * `archive_unexpected_entry`.
 */
export function readTarHeader(block: Buffer): TarEntry | null {
  if (block.every((byte) => byte === 0)) return null;
  if (sumOf(block) !== octal(block, 148, 8)) throw damaged('a header does not have its sum');
  if (block.toString('latin1', 257, 262) !== 'ustar') throw damaged('a header is of another kind');
  const path = [text(block, 345, 155), text(block, 0, 100)].filter((part) => part !== '').join('/');
  const type = block.toString('latin1', 156, 157);
  if (type !== '0' && type !== '\0')
    throw new InstallError('archive_unexpected_entry', `The archive holds something that is no file: ${shown(path)}.`);
  return { path, size: octal(block, 124, 12) };
}

/** Relative, with `/`, no empty part, no way up, nothing a file system reads as something else. */
export function isSafePath(path: string): boolean {
  if (path === '' || path.length > 255 || /[\\:\p{Cc}]/u.test(path)) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

export function shown(path: string): string {
  return JSON.stringify(path.slice(0, 120));
}

export function damaged(words: string): InstallError {
  return new InstallError('archive_damaged', `The archive of the helper is damaged: ${words}.`);
}

/** The sum is made with its own field read as spaces. */
function sumOf(block: Buffer): number {
  let sum = 8 * 0x20;
  for (const [index, byte] of block.entries()) if (index < 148 || index >= 156) sum += byte;
  return sum;
}

function text(block: Buffer, start: number, length: number): string {
  const field = block.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end);
}

function octal(block: Buffer, start: number, length: number): number {
  const digits = text(block, start, length).trim();
  if (!/^[0-7]{1,11}$/.test(digits)) throw damaged('a header holds no number where one must be');
  return Number.parseInt(digits, 8);
}
