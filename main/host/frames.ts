/** A frame is four bytes of length, big-endian, and that many bytes of UTF-8 JSON. */
export interface FrameReader {
  push(chunk: Uint8Array): void;
}

const HEADER = 4;

/** The frame of one message; null when it is longer than the limit. */
export function encodeFrame(message: string, limit: number): Buffer | null {
  const length = Buffer.byteLength(message);
  if (length > limit) return null;
  const frame = Buffer.allocUnsafe(HEADER + length);
  frame.writeUInt32BE(length, 0);
  frame.write(message, HEADER);
  return frame;
}

/**
 * Cuts a byte stream into frames, however it is split. A frame over the limit or bytes that are not UTF-8 call
 * `onFault` once; everything after is ignored. No more than one frame is ever kept.
 */
export function createFrameReader(options: {
  limit: number;
  onFrame(text: string): void;
  onFault(reason: string): void;
}): FrameReader {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const header = Buffer.alloc(HEADER);
  let headerFilled = 0;
  let body: Buffer | null = null;
  let bodyFilled = 0;
  let dead = false;

  const fail = (reason: string) => {
    dead = true;
    body = null;
    options.onFault(reason);
  };
  const deliver = (bytes: Uint8Array) => {
    let text: string;
    try {
      text = decoder.decode(bytes);
    } catch {
      return fail('A frame was not UTF-8.');
    }
    options.onFrame(text);
  };
  const takeHeader = (chunk: Uint8Array): number => {
    const taken = Math.min(HEADER - headerFilled, chunk.length);
    header.set(chunk.subarray(0, taken), headerFilled);
    headerFilled += taken;
    if (headerFilled < HEADER) return taken;
    const length = header.readUInt32BE(0);
    if (length > options.limit) fail(`A frame of ${length} bytes is over the limit of ${options.limit}.`);
    else body = Buffer.allocUnsafe(length);
    bodyFilled = 0;
    return taken;
  };
  const takeBody = (chunk: Uint8Array, into: Buffer): number => {
    const taken = Math.min(into.length - bodyFilled, chunk.length);
    into.set(chunk.subarray(0, taken), bodyFilled);
    bodyFilled += taken;
    return taken;
  };

  return {
    push(chunk) {
      let rest = chunk;
      while (!dead && (rest.length > 0 || body?.length === bodyFilled)) {
        rest = rest.subarray(body ? takeBody(rest, body) : takeHeader(rest));
        if (body === null || bodyFilled < body.length) continue;
        const whole = body;
        body = null;
        headerFilled = 0;
        deliver(whole);
      }
    },
  };
}
