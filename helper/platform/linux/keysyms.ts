/** X11 names of the chord grammar's keys (keysymdef.h). */
const NAMED_KEYS: Record<string, string> = {
  enter: 'Return',
  tab: 'Tab',
  escape: 'Escape',
  space: 'space',
  backspace: 'BackSpace',
  delete: 'Delete',
  insert: 'Insert',
  up: 'Up',
  down: 'Down',
  left: 'Left',
  right: 'Right',
  home: 'Home',
  end: 'End',
  pageup: 'Prior',
  pagedown: 'Next',
};

/** Keys that hold each modifier, in order of preference. */
export const MODIFIER_KEYS = {
  cmd: ['Super_L', 'Super_R', 'Meta_L'],
  ctrl: ['Control_L', 'Control_R'],
  alt: ['Alt_L', 'Alt_R', 'Meta_L'],
  shift: ['Shift_L', 'Shift_R'],
} as const;

/** The X11 name of a key of the chord grammar; null for a character. */
export function keyName(key: string): string | null {
  if (/^f([1-9]|1[0-2])$/.test(key)) return key.toUpperCase();
  return NAMED_KEYS[key] ?? null;
}

const UNICODE_KEYSYM = 0x0100_0000;

/** The keysym of a code point: Latin-1 has its own numbers, the rest is offset. Control characters have none. */
export function unicodeKeysym(codePoint: number): number | null {
  if (codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0)) return null;
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return null;
  return codePoint < 0x100 ? codePoint : UNICODE_KEYSYM + codePoint;
}

/**
 * True for what only such a helper puts on a key, also one that was killed: the same character with and without Shift
 * and nothing else, and that a character above Latin-1 or an accented letter.
 */
export function isOwnBinding(keysyms: readonly number[]): boolean {
  const [first = 0, second = 0] = keysyms;
  if (first !== second || keysyms.some((one) => one !== 0 && one !== first)) return false;
  const isUnicode = first >= UNICODE_KEYSYM + 0x100 && first <= UNICODE_KEYSYM + 0x10_ffff;
  return isUnicode || (first >= 0xc0 && first <= 0xff && first !== 0xd7 && first !== 0xf7);
}

/** Old-style numbers that layouts may carry for a character instead of its Unicode keysym. */
const LEGACY: Record<number, number> = { 8364: 0x20ac };

/** All keysyms under which a layout may have a character. */
export function keysymsOf(codePoint: number): number[] {
  const own = unicodeKeysym(codePoint);
  const legacy = LEGACY[codePoint];
  return [own, legacy].filter((one) => one !== null && one !== undefined);
}
