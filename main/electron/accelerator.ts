import { type ChordPlatform, parseShortcut } from '../../protocol/helper/chord.ts';

const MODIFIERS = { ctrl: 'Control', alt: 'Alt', shift: 'Shift', cmd: 'Super' } as const;
const KEYS: Record<string, string> = {
  enter: 'Return',
  escape: 'Escape',
  pageup: 'PageUp',
  pagedown: 'PageDown',
  '+': 'Plus',
};

/** A chord in the words of Electron's accelerators; null when it is none that can work everywhere. */
export function toAccelerator(text: string, platform: ChordPlatform): string | null {
  const chord = parseShortcut(text, platform);
  if (!chord) return null;
  const { key } = chord;
  const name = KEYS[key] ?? (key.length === 1 ? key.toUpperCase() : key.replace(/^./, (first) => first.toUpperCase()));
  return [...chord.modifiers.map((one) => MODIFIERS[one]), name].join('+');
}
