import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** Bytes of a picture file that is read; the helper scales no larger one. */
const PICTURE_LIMIT = 24 * 1024 * 1024;

/** The first bytes of the kinds a model can be sent. */
const SIGNATURES: readonly (readonly [offset: number, bytes: string])[] = [
  [0, '\x89PNG\r\n\x1a\n'],
  [0, '\xff\xd8\xff'],
  [0, 'GIF8'],
  [8, 'WEBP'],
];

/** The bytes of a picture file; null for any other file, and for one that cannot be read: its path then goes along. */
export async function readPicture(path: string): Promise<Uint8Array | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => null);
  if (!file) return null;
  try {
    const head = Buffer.alloc(16);
    const facts = await file.stat();
    if (!facts.isFile() || facts.size > PICTURE_LIMIT) return null;
    await file.read(head, 0, head.length, 0);
    const text = head.toString('latin1');
    const isPicture = SIGNATURES.some(([offset, bytes]) => text.startsWith(bytes, offset));
    return isPicture ? await file.readFile() : null;
  } finally {
    await file.close();
  }
}
