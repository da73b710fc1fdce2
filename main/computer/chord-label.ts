import { type ChordPlatform, parseShortcut } from '../../protocol/helper/chord.ts';

const NAMES: Record<string, string> = { ctrl: 'Ctrl', alt: 'Alt', shift: 'Shift' };
const LOGO: Record<ChordPlatform, string> = { linux: 'Super', darwin: 'Cmd', win32: 'Win' };

/** A shortcut as people read it, such as `Ctrl+Alt+Shift+P`; null when the text is none. */
export function chordLabel(text: string, platform: ChordPlatform): string | null {
  const chord = parseShortcut(text, platform);
  if (!chord) return null;
  const key =
    chord.key.length === 1 ? chord.key.toUpperCase() : chord.key.replace(/^./, (first) => first.toUpperCase());
  return [...chord.modifiers.map((one) => NAMES[one] ?? LOGO[platform]), key].join('+');
}
