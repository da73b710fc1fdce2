import type { Modifier } from '../../desktop.ts';
import type { Carbon } from './carbon.ts';
import type { CoreFoundation, Ref } from './core-foundation.ts';

const KEYS = 128;
const KEY_DOWN = 0;
const NO_DEAD_KEYS = 1;
const MOST_UNITS = 8;
/** Modifier states of UCKeyTranslate, the plainest first: shiftKey and optionKey, shifted right by eight. */
const STATES: readonly { state: number; modifiers: Modifier[] }[] = [
  { state: 0, modifiers: [] },
  { state: 2, modifiers: ['shift'] },
  { state: 8, modifiers: ['alt'] },
  { state: 10, modifiers: ['shift', 'alt'] },
];
/** The key pad repeats digits and signs of the main keys, which are meant. */
const KEY_PAD = { first: 0x41, last: 0x5c };

export interface LayoutKey {
  code: number;
  modifiers: Modifier[];
}

type Calls = Carbon & Pick<CoreFoundation, 'CFRelease' | 'CFDataGetBytePtr'>;

/**
 * The key for each character of the layout in use, with the fewest modifiers. Dead keys give no character here. Where an
 * input method has no layout of its own, its Latin one counts.
 */
export function readLayout(calls: Calls): Map<string, LayoutKey> {
  return (
    layoutOf(calls, calls.TISCopyCurrentKeyboardLayoutInputSource()) ??
    layoutOf(calls, calls.TISCopyCurrentASCIICapableKeyboardLayoutInputSource()) ??
    new Map()
  );
}

function layoutOf(calls: Calls, source: Ref | null): Map<string, LayoutKey> | null {
  if (!source) return null;
  try {
    const data = calls.TISGetInputSourceProperty(source, calls.layoutDataKey());
    const address = data && calls.CFDataGetBytePtr(data);
    return address ? keysOf(calls, address) : null;
  } finally {
    calls.CFRelease(source);
  }
}

function keysOf(calls: Calls, layout: bigint): Map<string, LayoutKey> {
  const keyboard = calls.LMGetKbdType();
  const keys = new Map<string, LayoutKey>();
  for (const { state, modifiers } of STATES)
    for (let code = 0; code < KEYS; code++) {
      const character = characterOf(calls, layout, { code, state, keyboard });
      const isPad = code >= KEY_PAD.first && code <= KEY_PAD.last;
      if (character !== null && !isPad && !keys.has(character)) keys.set(character, { code, modifiers });
    }
  return keys;
}

/** What one key gives; null for nothing, for control characters and for several characters at once. */
function characterOf(
  calls: Calls,
  layout: bigint,
  { code, state, keyboard }: { code: number; state: number; keyboard: number },
): string | null {
  const units = Buffer.alloc(MOST_UNITS * 2);
  const length = new BigUint64Array(1);
  const dead = new Uint32Array(1);
  const result = calls.UCKeyTranslate(
    layout,
    code,
    KEY_DOWN,
    state,
    keyboard,
    NO_DEAD_KEYS,
    dead,
    MOST_UNITS,
    length,
    units,
  );
  if (result !== 0) return null;
  const text = units.toString('utf16le', 0, Number(length[0]) * 2);
  return [...text].length === 1 && !/\p{C}/u.test(text) ? text : null;
}
