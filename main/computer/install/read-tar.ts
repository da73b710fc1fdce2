import { BLOCK, damaged, readTarHeader, type TarEntry } from './tar-header.ts';

/** Where the files of an archive go, one after the other. */
export interface TarSink {
  /** Throws to refuse the entry, before a byte of it was taken. */
  begin(entry: TarEntry): Promise<void>;
  write(piece: Buffer): Promise<void>;
  end(): Promise<void>;
}

/** Takes a ustar stream apart, whatever the borders of its pieces. Throws when it ends early or goes on after its end. */
export async function readTar(pieces: AsyncIterable<Buffer>, sink: TarSink): Promise<void> {
  const reader = new BlockReader(pieces);
  for (;;) {
    const header = await reader.block();
    if (!header) throw damaged('it ends early');
    const entry = readTarHeader(header);
    if (!entry) break;
    await sink.begin(entry);
    await copyContent(reader, entry.size, sink);
    await sink.end();
  }
  for (let block = await reader.block(); block; block = await reader.block())
    if (readTarHeader(block)) throw damaged('something follows its end');
}

async function copyContent(reader: BlockReader, size: number, sink: TarSink): Promise<void> {
  let left = size;
  while (left > 0) {
    const piece = await reader.atMost(left);
    if (!piece) throw damaged('it ends early');
    left -= piece.length;
    await sink.write(piece);
  }
  if (!(await reader.skip((BLOCK - (size % BLOCK)) % BLOCK))) throw damaged('it ends early');
}

class BlockReader {
  readonly #pieces: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(pieces: AsyncIterable<Buffer>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /** The next up to `limit` bytes; null at the end. */
  async atMost(limit: number): Promise<Buffer | null> {
    while (this.#rest.length === 0) {
      const next = await this.#pieces.next();
      if (next.done) return null;
      this.#rest = next.value;
    }
    const piece = this.#rest.subarray(0, limit);
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }

  /** One whole block; null at the end. Throws in the middle of one. */
  async block(): Promise<Buffer | null> {
    const parts: Buffer[] = [];
    for (let left = BLOCK; left > 0; ) {
      const piece = await this.atMost(left);
      if (!piece && left === BLOCK) return null;
      if (!piece) throw damaged('it ends in the middle of a block');
      left -= piece.length;
      parts.push(piece);
    }
    return Buffer.concat(parts);
  }

  async skip(bytes: number): Promise<boolean> {
    for (let left = bytes; left > 0; ) {
      const piece = await this.atMost(left);
      if (!piece) return false;
      left -= piece.length;
    }
    return true;
  }
}
