/** A command of the window. One table makes the shortcuts and the list that shows them, so they cannot drift apart. */
export type CommandId =
  | 'go-chat'
  | 'go-tools'
  | 'go-doctor'
  | 'go-recordings'
  | 'go-memory'
  | 'go-settings'
  | 'new-conversation'
  | 'search'
  | 'stop'
  | 'focus-approval'
  | 'toggle-rail'
  | 'toggle-panel'
  | 'larger-text'
  | 'smaller-text'
  | 'normal-text'
  | 'show-shortcuts';

export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

export interface Shortcut {
  id: CommandId;
  /** As `KeyboardEvent.key`, lower case. */
  keys: string[];
  mod: boolean;
  /** Absent: Shift does not matter, since the key itself may need it. */
  shift?: boolean;
}

export const SHORTCUTS: readonly Shortcut[] = [
  { id: 'new-conversation', keys: ['n'], mod: true, shift: false },
  { id: 'search', keys: ['f'], mod: true, shift: false },
  { id: 'stop', keys: ['.'], mod: true, shift: false },
  { id: 'focus-approval', keys: ['a'], mod: true, shift: true },
  { id: 'go-chat', keys: ['1'], mod: true, shift: false },
  { id: 'go-tools', keys: ['2'], mod: true, shift: false },
  { id: 'go-doctor', keys: ['3'], mod: true, shift: false },
  { id: 'go-recordings', keys: ['4'], mod: true, shift: false },
  { id: 'go-memory', keys: ['5'], mod: true, shift: false },
  { id: 'go-settings', keys: [','], mod: true, shift: false },
  { id: 'toggle-rail', keys: ['s'], mod: true, shift: true },
  { id: 'toggle-panel', keys: ['b'], mod: true, shift: false },
  { id: 'larger-text', keys: ['+', '='], mod: true },
  { id: 'smaller-text', keys: ['-'], mod: true, shift: false },
  { id: 'normal-text', keys: ['0'], mod: true, shift: false },
  { id: 'show-shortcuts', keys: ['f1'], mod: false, shift: false },
];

/** The command of a key press, or null. On a Mac the Command key takes the place of Ctrl. */
export function commandFor(press: KeyPress, mac: boolean): CommandId | null {
  const mod = mac ? press.metaKey : press.ctrlKey;
  const other = mac ? press.ctrlKey : press.metaKey;
  if (press.altKey || other) return null;
  const key = press.key.toLowerCase();
  const found = SHORTCUTS.find(
    (shortcut) =>
      shortcut.keys.includes(key) &&
      shortcut.mod === mod &&
      (shortcut.shift === undefined || shortcut.shift === press.shiftKey),
  );
  return found?.id ?? null;
}

/** How a shortcut is written for people: "Ctrl+Shift+A". */
export function shortcutText(id: CommandId, mac: boolean): string {
  const shortcut = SHORTCUTS.find((one) => one.id === id);
  const key = shortcut?.keys[0];
  if (!shortcut || !key) return '';
  const parts = [shortcut.mod ? (mac ? '⌘' : 'Ctrl') : '', shortcut.shift ? 'Shift' : '', key.toUpperCase()];
  return parts.filter(Boolean).join('+');
}
