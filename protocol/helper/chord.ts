import type { MODIFIERS } from './act.ts';

export type Modifier = (typeof MODIFIERS)[number];
export type ChordPlatform = 'linux' | 'darwin' | 'win32';

/**
 * A key chord. `key` is a name of KEY_NAMES, `f1` to `f12`, one printable character (with its case), or a modifier's
 * name when the chord is the tap of one bare modifier; then `modifiers` is empty.
 */
export interface Chord {
  /** In the order given: pressed left to right, released in reverse. */
  modifiers: Modifier[];
  key: string;
}

export type ParsedChord =
  | ({ ok: true } & Chord)
  | { ok: false; code: 'invalid_chord' | 'reserved_chord'; token: string };

/** The app's own chords where the settings name no others: they work everywhere, so the agent never sends them. */
export const DEFAULT_SHORTCUTS = { pause: 'ctrl+alt+shift+p', stop: 'ctrl+alt+shift+s' } as const;

const MODIFIER_NAMES: Record<string, Modifier> = {
  cmd: 'cmd',
  meta: 'cmd',
  super: 'cmd',
  win: 'cmd',
  ctrl: 'ctrl',
  control: 'ctrl',
  alt: 'alt',
  option: 'alt',
  shift: 'shift',
};

/** Spelled names and the key each stands for. */
export const KEY_NAMES: Record<string, string> = {
  enter: 'enter',
  return: 'enter',
  tab: 'tab',
  esc: 'escape',
  escape: 'escape',
  space: 'space',
  backspace: 'backspace',
  delete: 'delete',
  del: 'delete',
  insert: 'insert',
  up: 'up',
  down: 'down',
  left: 'left',
  right: 'right',
  home: 'home',
  end: 'end',
  pageup: 'pageup',
  pagedown: 'pagedown',
  plus: '+',
  minus: '-',
  comma: ',',
  period: '.',
};

/**
 * Reads a chord such as `ctrl+shift+s`, `cmd`, `ctrl++` (computer-use 8.6). Nothing is dropped: an unknown,
 * empty or repeated token is `invalid_chord` with that token. `cmd` is the logo key and never becomes ctrl. `own` are the
 * shortcuts of the app itself, which are reserved.
 */
export function parseChord(
  text: string,
  platform: ChordPlatform,
  own: readonly string[] = Object.values(DEFAULT_SHORTCUTS),
): ParsedChord {
  const tokens = splitChord(text);
  const last = tokens.pop() ?? '';
  const modifiers: Modifier[] = [];
  for (const token of tokens) {
    const modifier = lookUp(MODIFIER_NAMES, token.toLowerCase());
    if (!modifier || modifiers.includes(modifier)) return { ok: false, code: 'invalid_chord', token };
    modifiers.push(modifier);
  }
  const key = readKey(last, modifiers.length === 0);
  if (key === null) return { ok: false, code: 'invalid_chord', token: last };
  if (isReserved(modifiers, key, platform) || own.some((one) => isChord(one, modifiers, key)))
    return { ok: false, code: 'reserved_chord', token: text.trim() };
  return { ok: true, modifiers, key };
}

/** A `+` at the end that follows another `+`, or stands alone, is the plus key. */
function splitChord(text: string): string[] {
  const trimmed = text.trim();
  if (trimmed === '+') return ['+'];
  if (trimmed.endsWith('++')) return [...splitPlain(trimmed.slice(0, -2)), '+'];
  return splitPlain(trimmed);
}

const splitPlain = (text: string) => text.split('+').map((token) => token.trim());

function readKey(token: string, bare: boolean): string | null {
  const lower = token.toLowerCase();
  const named = lookUp(KEY_NAMES, lower);
  if (named) return named;
  if (/^f([1-9]|1[0-2])$/.test(lower)) return lower;
  const modifier = lookUp(MODIFIER_NAMES, lower);
  if (modifier) return bare ? modifier : null;
  return [...token].length === 1 && /^[^\p{C}\p{Z}\p{M}]$/u.test(token) ? token : null;
}

function lookUp<T>(table: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** Chords that end or switch the session. More modifiers do not change that. */
function isReserved(modifiers: readonly Modifier[], key: string, platform: ChordPlatform): boolean {
  if (!modifiers.includes('ctrl') || !modifiers.includes('alt')) return false;
  if (platform === 'linux' && (key === 'backspace' || /^f\d+$/.test(key))) return true;
  // Many desktops end the session with it, as Windows asks about it.
  return platform !== 'darwin' && key === 'delete';
}

/** The same keys down, in whatever order and case they are written. */
function isChord(text: string, modifiers: readonly Modifier[], key: string): boolean {
  const chord = parseChord(text, 'darwin', []);
  if (!chord.ok || chord.key.toLowerCase() !== key.toLowerCase()) return false;
  return chord.modifiers.length === modifiers.length && chord.modifiers.every((one) => modifiers.includes(one));
}

/**
 * A chord that works everywhere on the desktop: it needs Ctrl, Alt or the logo key, so that plain typing never meets it,
 * and may not be one that ends or switches the session. Null when the text is no such chord.
 */
export function parseShortcut(text: string, platform: ChordPlatform): Chord | null {
  const parsed = parseChord(text, platform, []);
  if (!parsed.ok || !parsed.modifiers.some((one) => one !== 'shift')) return null;
  return { modifiers: parsed.modifiers, key: parsed.key.toLowerCase() };
}
