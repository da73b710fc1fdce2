import type { ChordPlatform } from '../../protocol/helper/chord.ts';

/** Terminals in which ctrl+v is a control character (window class names, lower case). */
const SHIFTED = new Set([
  'alacritty',
  'blackbox',
  'com.mitchellh.ghostty',
  'cool-retro-term',
  'deepin-terminal',
  'gnome-terminal',
  'gnome-terminal-server',
  'guake',
  'kgx',
  'kitty',
  'konsole',
  'lxterminal',
  'mate-terminal',
  'org.gnome.console',
  'org.wezfurlong.wezterm',
  'ptyxis',
  'qterminal',
  'st-256color',
  'terminator',
  'terminology',
  'tilda',
  'tilix',
  'xfce4-terminal',
  'yakuake',
]);

/** Terminals that know no paste from the clipboard, only from the primary selection. */
const PRIMARY_ONLY = new Set(['xterm', 'uxterm', 'urxvt', 'rxvt', 'aterm', 'eterm', 'mlterm']);

export interface PasteChord {
  chord: string;
  /** The chord pastes the primary selection. */
  usesPrimary: boolean;
}

/** What pastes in the program that has the focus. */
export function pasteChordFor(classes: readonly string[], platform: ChordPlatform): PasteChord {
  if (platform === 'darwin') return { chord: 'cmd+v', usesPrimary: false };
  if (classes.some((one) => PRIMARY_ONLY.has(one))) return { chord: 'shift+insert', usesPrimary: true };
  if (classes.some((one) => SHIFTED.has(one))) return { chord: 'ctrl+shift+v', usesPrimary: false };
  return { chord: 'ctrl+v', usesPrimary: false };
}
