import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

/**
 * A few words of the X11 protocol over the server's own socket (X11 protocol reference, chapters 8 and 9, appendix B): the
 * app's own process loads no native package.
 */

const LIMIT_MS = 1_000;
const GET_INPUT_FOCUS = 43;
const ERROR = 0;
const REPLY = 1;
/** Lengths in the setup: fixed part, one pixmap format. */
const SETUP = { fixed: 32, format: 8, vendor: 16, formats: 21, minKeycode: 26, maxKeycode: 27 };

export type Environment = Readonly<Record<string, string | undefined>>;

/** An error that the server answered with; `code` 10 is Access: somebody else has it. */
export class X11Error extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`The X server answered with error ${code}.`);
    this.name = 'X11Error';
    this.code = code;
  }
}

/** A line to the server, usable one request after another. */
export interface X11Line {
  root: number;
  keycodes: { min: number; max: number };
  /** A request with a reply: its bytes from the first 32 on. Rejects with an X11Error. */
  ask(request: Buffer): Promise<Buffer>;
  /** A request without a reply. Rejects with the X11Error that it caused. */
  tell(request: Buffer): Promise<void>;
}

/** Rejects when no X server of this computer answers within a second. What was asked for ends with the line. */
export async function withX11<T>(env: Environment, use: (line: X11Line) => Promise<T>): Promise<T> {
  const display = /^(?:unix)?:(\d+)(?:\.\d+)?$/.exec(env['DISPLAY'] ?? '')?.[1];
  if (display === undefined) throw new Error('No X display of this computer is set.');
  const socket = connect(`/tmp/.X11-unix/X${display}`);
  const timer = setTimeout(() => socket.destroy(new Error('The X server did not answer.')), LIMIT_MS);
  try {
    return await use(await openLine(socket, readCookie(display, env)));
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

async function openLine(socket: Socket, cookie: Buffer | null): Promise<X11Line> {
  const read = reader(socket);
  socket.write(setupRequest(cookie));
  const head = await read(8);
  const setup = await read(head.readUInt16LE(6) * 4);
  if (head[0] !== 1) throw new Error(`The X server refused: ${setup.toString('latin1').slice(0, 200)}`);
  const vendor = setup.readUInt16LE(SETUP.vendor);
  const screens = SETUP.fixed + vendor + pad(vendor) + (setup[SETUP.formats] ?? 0) * SETUP.format;
  const answer = async (): Promise<Buffer> => {
    for (;;) {
      const packet = await read(32);
      if (packet[0] === ERROR) throw new X11Error(packet[1] ?? 0);
      if (packet[0] === REPLY) return Buffer.concat([packet, await read(packet.readUInt32LE(4) * 4)]);
      // Anything else is an event, which nobody here asked for.
    }
  };
  return {
    root: setup.readUInt32LE(screens),
    keycodes: { min: setup[SETUP.minKeycode] ?? 8, max: setup[SETUP.maxKeycode] ?? 255 },
    ask(request) {
      socket.write(request);
      return answer();
    },
    async tell(request) {
      socket.write(Buffer.concat([request, Buffer.from([GET_INPUT_FOCUS, 0, 1, 0])]));
      try {
        await answer();
      } catch (error) {
        // The question after it is answered too.
        await answer();
        throw error;
      }
    },
  };
}

/** Text of a request, filled up to a whole number of words. */
export function padded(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  return Buffer.concat([bytes, Buffer.alloc(pad(bytes.length))]);
}

/** Answers exact numbers of bytes, in order. */
function reader(socket: Socket): (bytes: number) => Promise<Buffer> {
  let held = Buffer.alloc(0);
  let wanted: { bytes: number; resolve: (data: Buffer) => void; reject: (error: Error) => void } | null = null;
  let failure: Error | null = null;
  const serve = () => {
    if (wanted === null) return;
    if (held.length >= wanted.bytes) {
      const { bytes, resolve } = wanted;
      wanted = null;
      const data = held.subarray(0, bytes);
      held = held.subarray(bytes);
      resolve(data);
    } else if (failure !== null) {
      wanted.reject(failure);
    }
  };
  socket.on('data', (chunk: Buffer) => {
    held = Buffer.concat([held, chunk]);
    serve();
  });
  socket.on('error', (error) => {
    failure = error;
    serve();
  });
  socket.on('close', () => {
    failure ??= new Error('The X server closed the connection.');
    serve();
  });
  return (bytes) =>
    new Promise((resolve, reject) => {
      wanted = { bytes, resolve, reject };
      serve();
    });
}

const pad = (length: number) => (4 - (length % 4)) % 4;

function setupRequest(cookie: Buffer | null): Buffer {
  const name = Buffer.from(cookie === null ? '' : 'MIT-MAGIC-COOKIE-1');
  const data = cookie ?? Buffer.alloc(0);
  const head = Buffer.alloc(12);
  head.write('l', 0, 'latin1');
  head.writeUInt16LE(11, 2);
  head.writeUInt16LE(name.length, 6);
  head.writeUInt16LE(data.length, 8);
  return Buffer.concat([head, name, Buffer.alloc(pad(name.length)), data, Buffer.alloc(pad(data.length))]);
}

/** The display's cookie from the authority file; null when there is none, which some servers accept. */
function readCookie(display: string, env: Environment): Buffer | null {
  const path = env['XAUTHORITY'] || `${env['HOME'] ?? ''}/.Xauthority`;
  try {
    return findCookie(readFileSync(path), display);
  } catch {
    return null;
  }
}

/** Entries: family, then address, number, name and data, each with its length in two bytes, high byte first. */
function findCookie(file: Buffer, display: string): Buffer | null {
  let offset = 0;
  const field = () => {
    const length = file.readUInt16BE(offset);
    const bytes = file.subarray(offset + 2, offset + 2 + length);
    offset += 2 + length;
    return bytes;
  };
  while (offset + 2 <= file.length) {
    offset += 2;
    const [, number, name, data] = [field(), field().toString('latin1'), field().toString('latin1'), field()];
    if (name === 'MIT-MAGIC-COOKIE-1' && (number === '' || number === display)) return data;
  }
  return null;
}
