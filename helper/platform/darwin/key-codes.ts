import type { Modifier } from '../../desktop.ts';

/** Virtual key codes of named keys; they are the same on every layout. */
const NAMED: Record<string, number> = {
  enter: 0x24,
  tab: 0x30,
  space: 0x31,
  backspace: 0x33,
  escape: 0x35,
  insert: 0x72,
  delete: 0x75,
  home: 0x73,
  end: 0x77,
  pageup: 0x74,
  pagedown: 0x79,
  left: 0x7b,
  right: 0x7c,
  down: 0x7d,
  up: 0x7e,
  f1: 0x7a,
  f2: 0x78,
  f3: 0x63,
  f4: 0x76,
  f5: 0x60,
  f6: 0x61,
  f7: 0x62,
  f8: 0x64,
  f9: 0x65,
  f10: 0x6d,
  f11: 0x67,
  f12: 0x6f,
};

/** Event flags, the device-independent bit and the one of the left key. */
export const FLAGS = { shift: 0x2_0002, ctrl: 0x4_0001, alt: 0x8_0020, cmd: 0x10_0008 } as const satisfies Record<
  Modifier,
  number
>;
/** Keys with arrows carry the first bit, those and all function and page keys the second. */
const NUMBER_PAD = 0x20_0000;
const FUNCTION = 0x80_0000;

/** The left key of each modifier. */
export const MODIFIER_KEYS: Record<Modifier, { code: number; name: string }> = {
  cmd: { code: 0x37, name: 'Command' },
  shift: { code: 0x38, name: 'Shift' },
  alt: { code: 0x3a, name: 'Option' },
  ctrl: { code: 0x3b, name: 'Control' },
};

/** The device-independent bit of each modifier, with the word for it. */
export const HELD_FLAGS = [
  { bit: 0x2_0000, key: 'shift' },
  { bit: 0x4_0000, key: 'ctrl' },
  { bit: 0x8_0000, key: 'alt' },
  { bit: 0x10_0000, key: 'cmd' },
] as const satisfies readonly { bit: number; key: Modifier }[];

const ARROWS = new Set([0x7b, 0x7c, 0x7d, 0x7e]);
const PLAIN = new Set([0x24, 0x30, 0x31, 0x33, 0x35]);
const FUNCTION_KEYS = new Set(Object.values(NAMED).filter((code) => !PLAIN.has(code)));

export function namedKey(name: string): number | null {
  return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? null) : null;
}

/** The modifier whose key this is; null for every other key. */
export function modifierOf(code: number): Modifier | null {
  const found = Object.entries(MODIFIER_KEYS).find(([, key]) => key.code === code);
  return found ? (found[0] as Modifier) : null;
}

/** The flags that a real keyboard sets for the key itself. */
export function ownFlags(code: number): number {
  return (ARROWS.has(code) ? NUMBER_PAD : 0) | (FUNCTION_KEYS.has(code) ? FUNCTION : 0);
}
