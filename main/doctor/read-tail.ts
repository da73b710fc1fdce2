import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** The last `bytes` of a text file; null when there is none. A pipe in its place is not waited for. */
export async function readTail(path: string, bytes: number): Promise<string | null> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => null);
  if (!file) return null;
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - bytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, bytes)), 0, undefined, start);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
