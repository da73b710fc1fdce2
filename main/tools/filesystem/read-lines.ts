import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';

/** Most bytes of a file that one call returns. */
export const MOST_BYTES = 102_400;

const BLOCK = 65_536;
const LINE_END = 10;
const SNIFFED = 4_096;

export interface LineRange {
  text: string;
  /** Lines that are in `text`. */
  shown: number;
  /** Lines of the file as far as it was read; of the whole file when `ended`. */
  lines: number;
  ended: boolean;
  /** The last shown line is longer than the cap and was cut. */
  cutLine: boolean;
  /** Bytes that are no UTF-8 were replaced. */
  replaced: boolean;
}

/** Reads lines `offset` (1-based) to `offset + limit - 1`, at most MOST_BYTES; null for a binary file. Streams. */
export async function readLines(
  handle: FileHandle,
  offset: number,
  limit: number,
  signal: AbortSignal,
): Promise<LineRange | null> {
  const block = Buffer.allocUnsafe(BLOCK);
  const range = new Range(offset, limit);
  for (let position = 0; ; ) {
    signal.throwIfAborted();
    const { bytesRead } = await handle.read(block, 0, BLOCK, position);
    if (bytesRead === 0) return range.result(true);
    const bytes = block.subarray(0, bytesRead);
    if (position === 0 && bytes.subarray(0, SNIFFED).includes(0)) return null;
    position += bytesRead;
    if (!range.take(bytes)) return range.result(false);
  }
}

class Range {
  private readonly first: number;
  private readonly limit: number;
  private readonly kept: Buffer[] = [];
  private bytes = 0;
  /** Line ends seen. */
  private ends = 0;
  private atLineStart = true;
  private shown = 0;
  /** Size of the complete lines kept so far. */
  private whole = 0;
  private wholeShown = 0;

  constructor(offset: number, limit: number) {
    this.first = offset - 1;
    this.limit = limit;
  }

  /** False when nothing more is needed. */
  take(block: Buffer): boolean {
    for (let at = 0; at < block.length; ) {
      const found = block.indexOf(LINE_END, at);
      const end = found < 0 ? block.length : found + 1;
      if (this.ends >= this.first && !this.keep(block.subarray(at, end))) return false;
      this.atLineStart = found >= 0;
      if (found >= 0) this.endLine();
      at = end;
    }
    return true;
  }

  private endLine(): void {
    this.ends += 1;
    this.whole = this.bytes;
    this.wholeShown = this.shown;
  }

  private keep(part: Buffer): boolean {
    if (this.atLineStart) {
      if (this.shown >= this.limit || this.bytes >= MOST_BYTES) return false;
      this.shown += 1;
    }
    const room = MOST_BYTES - this.bytes;
    this.kept.push(Buffer.from(part.subarray(0, room)));
    this.bytes += Math.min(room, part.length);
    if (part.length <= room) return true;
    this.atLineStart = false;
    return false;
  }

  /** A line that did not fit is left out, unless it is the only one. */
  result(ended: boolean): LineRange {
    const all = Buffer.concat(this.kept);
    const full = !ended && this.bytes >= MOST_BYTES && !this.atLineStart;
    const cutLine = full && this.wholeShown === 0;
    const bytes = full && !cutLine ? all.subarray(0, this.whole) : cutLine ? trimCharacter(all) : all;
    return {
      text: bytes.toString('utf8'),
      shown: full && !cutLine ? this.wholeShown : this.shown,
      lines: this.ends + (this.atLineStart ? 0 : 1),
      ended,
      cutLine,
      replaced: !isUtf8(bytes),
    };
  }
}

/** Without the bytes of a character that was cut in two. */
function trimCharacter(bytes: Buffer): Buffer {
  for (let back = 1; back <= 4 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) !== 0x80) return byte < 0x80 ? bytes : bytes.subarray(0, bytes.length - back);
  }
  return bytes;
}
