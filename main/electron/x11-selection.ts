import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

/**
 * Asks an X server who owns a selection, with the few words of its protocol that this takes (X11 protocol reference,
 * chapters 8 and 9, and appendix B): the app's own process loads no native package.
 */

const LIMIT_MS = 1_000;
const OPCODE_INTERN_ATOM = 16;
const OPCODE_GET_SELECTION_OWNER = 23;

type Environment = Readonly<Record<string, string | undefined>>;

/** Window id of the owner, 0 for none. Rejects when no X server of this computer answers within a second. */
export async function selectionOwner(name: string, env: Environment): Promise<number> {
  const display = /^(?:unix)?:(\d+)(?:\.\d+)?$/.exec(env['DISPLAY'] ?? '')?.[1];
  if (display === undefined) throw new Error('No X display of this computer is set.');
  const socket = connect(`/tmp/.X11-unix/X${display}`);
  const timer = setTimeout(() => socket.destroy(new Error('The X server did not answer.')), LIMIT_MS);
  try {
    const read = reader(socket);
    socket.write(setupRequest(readCookie(display, env)));
    const head = await read(8);
    const rest = await read(head.readUInt16LE(6) * 4);
    if (head[0] !== 1) throw new Error(`The X server refused: ${rest.toString('latin1').slice(0, 200)}`);
    socket.write(internAtom(name));
    const atom = (await read(32)).readUInt32LE(8);
    if (atom === 0) return 0;
    socket.write(getSelectionOwner(atom));
    return (await read(32)).readUInt32LE(8);
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
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

/** Only an atom that exists already: nobody can own a selection whose name was never used. */
function internAtom(name: string): Buffer {
  const text = Buffer.from(name, 'latin1');
  const head = Buffer.alloc(8);
  head[0] = OPCODE_INTERN_ATOM;
  head[1] = 1;
  head.writeUInt16LE(2 + (text.length + pad(text.length)) / 4, 2);
  head.writeUInt16LE(text.length, 4);
  return Buffer.concat([head, text, Buffer.alloc(pad(text.length))]);
}

function getSelectionOwner(atom: number): Buffer {
  const request = Buffer.alloc(8);
  request[0] = OPCODE_GET_SELECTION_OWNER;
  request.writeUInt16LE(2, 2);
  request.writeUInt32LE(atom, 4);
  return request;
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
