import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';
import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import type { Attachment, AttachmentReader } from './agent-ports.ts';

/** Bytes of one attached text file that travel to the model. */
export const ATTACHED_TEXT_LIMIT = 100_000;
const BINARY_PROBE = 4096;
/** Without waiting: opening a named pipe would hang until somebody writes to it. */
const READ = constants.O_RDONLY | constants.O_NONBLOCK;

/**
 * Reads the files a person attached. The choice of the person is the permission: the sandbox is about what the agent
 * may open by itself. A text file gives its first 100 KB; anything with a NUL in its first 4 KiB or broken UTF-8
 * travels by its path alone.
 */
export function createFileAttachments(): AttachmentReader {
  return {
    async read(path) {
      if (!isAbsolute(path) || path.includes('\u0000')) throw notFound(path);
      const file = await open(path, READ).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') throw notFound(path);
        throw unreadable(path);
      });
      try {
        return await readOpened(path, file);
      } finally {
        await file.close();
      }
    },
  };
}

type Opened = Awaited<ReturnType<typeof open>>;

async function readOpened(path: string, file: Opened): Promise<Attachment> {
  const facts = await file.stat();
  if (!facts.isFile()) throw unreadable(path);
  const buffer = Buffer.alloc(Math.min(facts.size, ATTACHED_TEXT_LIMIT));
  const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
  const truncated = facts.size > bytesRead;
  const text = decode(buffer.subarray(0, bytesRead), truncated);
  return { path, name: basename(path), bytes: facts.size, text, truncated };
}

function decode(bytes: Buffer, truncated: boolean): string | null {
  if (bytes.subarray(0, BINARY_PROBE).includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: truncated });
  } catch {
    return null;
  }
}

function notFound(path: string): RemoteError {
  return new RemoteError('attachment_not_found', `The attached file is not there: ${path.slice(0, 500)}`);
}

function unreadable(path: string): RemoteError {
  return new RemoteError('attachment_unreadable', `The attached file cannot be read: ${path.slice(0, 500)}`);
}
