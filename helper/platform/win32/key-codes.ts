import type { Modifier } from '../../desktop.ts';

/** Virtual key codes by the names of the chord grammar. */
const NAMED: Record<string, number> = {
  enter: 0x0d,
  tab: 0x09,
  escape: 0x1b,
  space: 0x20,
  backspace: 0x08,
  delete: 0x2e,
  insert: 0x2d,
  up: 0x26,
  down: 0x28,
  left: 0x25,
  right: 0x27,
  home: 0x24,
  end: 0x23,
  pageup: 0x21,
  pagedown: 0x22,
};
const F1 = 0x70;

/** The left key of each modifier. */
export const MODIFIER_KEYS: Record<Modifier, { code: number; name: string }> = {
  cmd: { code: 0x5b, name: 'Windows' },
  ctrl: { code: 0xa2, name: 'Control' },
  alt: { code: 0xa4, name: 'Alt' },
  shift: { code: 0xa0, name: 'Shift' },
};

/** Both sides of what a person may be holding, with the word for it. */
export const HELD_KEYS = [
  { codes: [0xa0, 0xa1], name: 'Shift' },
  { codes: [0xa2, 0xa3], name: 'Control' },
  { codes: [0xa4, 0xa5], name: 'Alt' },
  { codes: [0x5b, 0x5c], name: 'Windows' },
] as const;

/** Keys that sit beside the number pad or on the right and share a scan code with another one. */
const EXTENDED = new Set([0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x2d, 0x2e, 0x5b, 0x5c, 0xa3, 0xa5]);

/** The virtual key of a named key or of f1 to f12; null for everything else. */
export function namedKey(name: string): number | null {
  if (Object.hasOwn(NAMED, name)) return NAMED[name] ?? null;
  const number = /^f([1-9]|1[0-2])$/.exec(name)?.[1];
  return number === undefined ? null : F1 + Number(number) - 1;
}

export const isExtended = (code: number) => EXTENDED.has(code);
