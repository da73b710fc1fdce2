import type { Point } from '../../desktop.ts';

/** An INPUT of 64-bit Windows: type 0, then at 8 a mouse or keyboard record; dwExtraInfo carries our stamp. */
export const INPUT_BYTES = 40;
/** Says that an event is ours to whoever reads its extra information. */
export const STAMP = 0x46_4d_58_31;

const MOUSE = 0;
const KEYBOARD = 1;

export const MOUSE_FLAGS = {
  move: 0x0001,
  leftDown: 0x0002,
  leftUp: 0x0004,
  rightDown: 0x0008,
  rightUp: 0x0010,
  middleDown: 0x0020,
  middleUp: 0x0040,
  wheel: 0x0800,
  sideWheel: 0x1000,
  virtualDesktop: 0x4000,
  absolute: 0x8000,
} as const;

export const KEY_FLAGS = { extended: 1, up: 2, unicode: 4 } as const;

/** MOUSEINPUT at 8: dx 8, dy 12, data 16, flags 20, time 24, extra 32. */
export function mouseRecord(flags: number, data = 0, dx = 0, dy = 0): Buffer {
  const record = Buffer.alloc(INPUT_BYTES);
  record.writeUInt32LE(MOUSE, 0);
  record.writeInt32LE(dx, 8);
  record.writeInt32LE(dy, 12);
  record.writeInt32LE(data, 16);
  record.writeUInt32LE(flags, 20);
  record.writeBigUInt64LE(BigInt(STAMP), 32);
  return record;
}

/** KEYBDINPUT at 8: virtual key 8, scan code 10, flags 12, time 16, extra 24. */
export function keyRecord(virtualKey: number, scanCode: number, flags: number): Buffer {
  const record = Buffer.alloc(INPUT_BYTES);
  record.writeUInt32LE(KEYBOARD, 0);
  record.writeUInt16LE(virtualKey, 8);
  record.writeUInt16LE(scanCode, 10);
  record.writeUInt32LE(flags, 12);
  record.writeBigUInt64LE(BigInt(STAMP), 24);
  return record;
}

/** One character as key events without a key: each UTF-16 unit down and up, both halves of a pair. */
export function characterRecords(character: string): Buffer {
  const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i));
  return Buffer.concat(
    units.flatMap((unit) => [
      keyRecord(0, unit, KEY_FLAGS.unicode),
      keyRecord(0, unit, KEY_FLAGS.unicode | KEY_FLAGS.up),
    ]),
  );
}

/**
 * A point of the virtual desktop as Windows wants it: 0 to 65535 over its whole width and height, whose origin may be
 * negative. The middle of the pixel is named, so that rounding down gives that pixel back.
 */
export function absolutePoint(point: Point, desktop: { x: number; y: number; width: number; height: number }): Point {
  const scale = (at: number, start: number, size: number) =>
    Math.min(65_535, Math.max(0, Math.floor(((at - start + 0.5) * 65_536) / size)));
  return { x: scale(point.x, desktop.x, desktop.width), y: scale(point.y, desktop.y, desktop.height) };
}
