import { type Chord, parseShortcut } from '../../protocol/helper/chord.ts';
import { type Environment, padded, withX11, X11Error, type X11Line } from './x11-wire.ts';

const OPCODE = { grabKey: 33, queryExtension: 98, getKeyboardMapping: 101 };
/** Requests of the input extension. */
const XI = { queryVersion: 47, passiveGrabDevice: 54 };
const ACCESS = 10;
const ASYNC = 1;
const KEYCODE_GRAB = 1;
const ALL_MASTERS = 1;
/** Key press and release. */
const KEY_EVENTS = 0b1100;
const MODIFIER_BITS = { shift: 1, ctrl: 4, alt: 8, cmd: 64 } as const;
const KEYSYMS: Record<string, number> = {
  backspace: 0xff08,
  tab: 0xff09,
  enter: 0xff0d,
  escape: 0xff1b,
  space: 0x20,
  home: 0xff50,
  left: 0xff51,
  up: 0xff52,
  right: 0xff53,
  down: 0xff54,
  pageup: 0xff55,
  pagedown: 0xff56,
  end: 0xff57,
  insert: 0xff63,
  delete: 0xffff,
};
const F1 = 0xffbe;

/** Who has a chord: `core` and `device` are the two ways in which a program can ask the server for one. */
export interface KeyGrabs {
  core: boolean;
  device: boolean;
}

/**
 * Whether some program, this one included, has the chord. The only question the server answers about this is a try of
 * one's own, which ends with the line it was made on. Null when this keyboard has no such key. Rejects without a server.
 */
export function keyGrabs(text: string, env: Environment): Promise<KeyGrabs | null> {
  return withX11(env, async (line) => {
    const chord = parseShortcut(text, 'linux');
    const keycode = chord && (await findKeycode(line, keysymOf(chord.key)));
    if (!chord || keycode === null) return null;
    const bits = chord.modifiers.reduce((sum, one) => sum | MODIFIER_BITS[one], 0);
    return { core: await isCoreGrabbed(line, keycode, bits), device: await isDeviceGrabbed(line, keycode, bits) };
  });
}

function keysymOf(key: Chord['key']): number {
  const named = KEYSYMS[key];
  if (named !== undefined) return named;
  if (/^f\d+$/.test(key)) return F1 + Number(key.slice(1)) - 1;
  return key.codePointAt(0) ?? 0;
}

async function findKeycode({ ask, keycodes: { min, max } }: X11Line, keysym: number): Promise<number | null> {
  const request = Buffer.from([OPCODE.getKeyboardMapping, 0, 2, 0, min, max - min + 1, 0, 0]);
  const reply = await ask(request);
  const perKey = reply[1] ?? 0;
  for (let keycode = min; keycode <= max; keycode++) {
    const at = 32 + (keycode - min) * perKey * 4;
    if (perKey > 0 && reply.readUInt32LE(at) === keysym) return keycode;
  }
  return null;
}

async function isCoreGrabbed({ tell, root }: X11Line, keycode: number, bits: number): Promise<boolean> {
  const request = Buffer.alloc(16);
  request[0] = OPCODE.grabKey;
  request.writeUInt16LE(4, 2);
  request.writeUInt32LE(root, 4);
  request.writeUInt16LE(bits, 8);
  request[10] = keycode;
  request[11] = ASYNC;
  request[12] = ASYNC;
  try {
    await tell(request);
    return false;
  } catch (error) {
    if (error instanceof X11Error && error.code === ACCESS) return true;
    throw error;
  }
}

/** Grabs of the input extension win over core ones, so a chord that has one never reaches a core grab. */
async function isDeviceGrabbed({ ask, root }: X11Line, keycode: number, bits: number): Promise<boolean> {
  const name = 'XInputExtension';
  const query = Buffer.alloc(8);
  query[0] = OPCODE.queryExtension;
  query.writeUInt16LE(2 + padded(name).length / 4, 2);
  query.writeUInt16LE(name.length, 4);
  const extension = await ask(Buffer.concat([query, padded(name)]));
  const major = extension[9] ?? 0;
  if (extension[8] !== 1) return false;
  await ask(Buffer.from([major, XI.queryVersion, 2, 0, 2, 0, 0, 0]));
  const request = Buffer.alloc(40);
  request[0] = major;
  request[1] = XI.passiveGrabDevice;
  request.writeUInt16LE(10, 2);
  request.writeUInt32LE(root, 8);
  request.writeUInt32LE(keycode, 16);
  request.writeUInt16LE(ALL_MASTERS, 20);
  request.writeUInt16LE(1, 22);
  request.writeUInt16LE(1, 24);
  request[26] = KEYCODE_GRAB;
  request[27] = ASYNC;
  request[28] = ASYNC;
  request.writeUInt32LE(KEY_EVENTS, 32);
  request.writeUInt32LE(bits, 36);
  // The reply lists the modifiers that could not be had.
  return (await ask(request)).readUInt16LE(8) > 0;
}
