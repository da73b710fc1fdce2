import { type Chord, type ChordPlatform, parseChord } from '../../protocol/helper/chord.ts';
import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import type { HeldItem, Modifier } from '../desktop.ts';
import { type ActionContext, NotDelivered } from './context.ts';

const MODIFIERS = new Set<string>(['cmd', 'ctrl', 'alt', 'shift'] satisfies Modifier[]);

/** Reads a chord; a bad or reserved one is refused before anything is posted. */
export function readChord(text: string, platform: ChordPlatform): Chord {
  // The app knows its own shortcuts, which the settings can change, and has refused them already.
  const parsed = parseChord(text, platform, []);
  if (parsed.ok) return parsed;
  const words =
    parsed.code === 'reserved_chord'
      ? `The chord ${parsed.token} is reserved by the system or by the app.`
      : `The chord has the unknown or misplaced part "${parsed.token}".`;
  throw new RemoteError(parsed.code, words, { token: parsed.token });
}

/** Presses left to right, releases in reverse. */
export async function pressChord(context: ActionContext, chord: Chord): Promise<void> {
  const { hands, desktop } = context;
  const items = chord.modifiers.map((name) => desktop.input.modifier(name));
  const key = await keyItems(context, chord);
  for (const item of key) if (!items.some((one) => one.code === item.code)) items.push(item);
  context.guardFocus();
  context.check();
  const held = items.slice(0, -1);
  if (held.length > 0) hands.announce(held);
  for (const item of items) hands.press(item);
  for (const item of [...items].reverse()) hands.release(item);
  desktop.input.flush();
  if (held.length > 0) hands.announce([]);
}

/** The key last, after the modifiers that its character needs on this layout. */
async function keyItems(context: ActionContext, { modifiers, key }: Chord): Promise<HeldItem[]> {
  const { input } = context.desktop;
  if (MODIFIERS.has(key)) return [input.modifier(key as Modifier)];
  // With Ctrl, Alt or the logo key a letter names its key, as menus write it: Ctrl+S needs no Shift.
  const isShortcut = modifiers.some((one) => one !== 'shift');
  const stroke = await input.keyStroke(isShortcut || modifiers.includes('shift') ? lowerLetter(key) : key);
  if (!stroke) throw new NotDelivered(`This keyboard has no key for ${key}.`);
  return [...stroke.modifiers, stroke.key];
}

const lowerLetter = (key: string) => ([...key].length === 1 && /\p{Lu}/u.test(key) ? key.toLowerCase() : key);
