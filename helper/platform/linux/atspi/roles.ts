import type { ElementRole } from '../../../../protocol/helper/accessibility.ts';
import { has, STATE, type States } from './states.ts';

/** Numbers of AtspiRole that the reading itself needs. */
export const ROLE = {
  application: 75,
  checkBox: 7,
  comboBox: 11,
  documentFrame: 82,
  documentText: 94,
  documentWeb: 95,
  entry: 79,
  frame: 23,
  label: 29,
  listItem: 32,
  menu: 33,
  menuBar: 34,
  menuItem: 35,
  passwordText: 40,
  popupMenu: 41,
  scrollPane: 49,
  static: 116,
  text: 61,
  toggleButton: 62,
  toolTip: 64,
  viewport: 68,
  window: 69,
} as const;

/** Native name and what it is here; `null`: only a control when it has an action of its own. */
const ROLES: Record<number, readonly [name: string, role: ElementRole | null]> = {
  7: ['check box', 'checkbox'],
  8: ['check menu item', 'menu_item'],
  10: ['column header', null],
  11: ['combo box', 'combo'],
  12: ['date editor', 'field'],
  13: ['desktop icon', 'other'],
  15: ['dial', 'slider'],
  26: ['icon', null],
  27: ['image', null],
  29: ['label', null],
  32: ['list item', 'row'],
  33: ['menu', 'menu_item'],
  35: ['menu item', 'menu_item'],
  37: ['page tab', 'tab'],
  40: ['password text', 'secure_field'],
  43: ['push button', 'button'],
  44: ['radio button', 'radio'],
  45: ['radio menu item', 'menu_item'],
  47: ['row header', null],
  51: ['slider', 'slider'],
  52: ['spin button', 'slider'],
  56: ['table cell', 'cell'],
  57: ['table column header', null],
  59: ['tearoff menu item', 'menu_item'],
  60: ['terminal', 'textarea'],
  61: ['text', 'field'],
  62: ['toggle button', 'button'],
  76: ['autocomplete', 'field'],
  77: ['editbar', 'field'],
  79: ['entry', 'field'],
  88: ['link', 'link'],
  90: ['table row', 'row'],
  91: ['tree item', 'row'],
  92: ['document spreadsheet', 'textarea'],
  94: ['document text', 'textarea'],
  129: ['push button menu', 'button'],
};

/** Names of roles that are never controls by themselves, for what is told about them. */
const OTHER_NAMES: Record<number, string> = {
  6: 'canvas',
  16: 'dialog',
  18: 'drawing area',
  20: 'filler',
  23: 'frame',
  25: 'html container',
  31: 'list',
  34: 'menu bar',
  38: 'page tab list',
  39: 'panel',
  41: 'popup menu',
  42: 'progress bar',
  48: 'scroll bar',
  49: 'scroll pane',
  50: 'separator',
  53: 'split pane',
  54: 'status bar',
  55: 'table',
  63: 'tool bar',
  65: 'tree',
  66: 'tree table',
  69: 'window',
  73: 'paragraph',
  75: 'application',
  82: 'document frame',
  83: 'heading',
  85: 'section',
  87: 'form',
  95: 'document web',
  98: 'list box',
  99: 'grouping',
  116: 'static',
};

/** Roles that are controls whatever their actions are. */
export const CONTROL_ROLES = Object.entries(ROLES).flatMap(([number, [, role]]) => (role ? [Number(number)] : []));

/** Roles that are controls only when they have an action of their own; in a page nearly anything can have one. */
export const ACTION_ROLES = Object.entries(ROLES).flatMap(([number, [, role]]) => (role ? [] : [Number(number)]));
export const PAGE_ACTION_ROLES = [...ACTION_ROLES, 31, 32, 39, 56, 73, 83, 85, 86, 87, 98, 99, 109, 110];

/** Objects that show a part of what they hold. */
export const SCROLLING_ROLES = [ROLE.scrollPane, ROLE.viewport, ROLE.documentWeb, ROLE.documentFrame];
export const isScrolling = (role: number) => SCROLLING_ROLES.some((one) => one === role);

/** What opens over the window it belongs to, and is not cut by it. */
export const hasOwnWindow = (role: number) => OWN_WINDOW.has(role);
const OWN_WINDOW = new Set<number>([
  2,
  16,
  ROLE.frame,
  ROLE.menu,
  ROLE.popupMenu,
  ROLE.toolTip,
  ROLE.window,
  ROLE.comboBox,
]);

/** Roles that are controls only when they have an action of their own. */
export const asksActions = (role: number) => ACTION_ROLES.includes(role);

export function nativeName(role: number): string {
  return ROLES[role]?.[0] ?? OTHER_NAMES[role] ?? `role ${role}`;
}

/** A document that a browser shows: its inside counts in other units than its frame. */
export const isDocument = (role: number) => role === ROLE.documentWeb || role === ROLE.documentFrame;

/** What a role is here (7.5), told apart by states where one word stands for several things; null when it is no control. */
export function controlRole(role: number, states: States): ElementRole | null {
  const isEditable = has(states, STATE.editable);
  const isLong = has(states, STATE.multiLine);
  if (role === ROLE.text && !isEditable) return null;
  if (role === ROLE.documentText && !isEditable) return null;
  if ((role === ROLE.text || role === ROLE.entry) && isLong) return 'textarea';
  const known = ROLES[role]?.[1] ?? null;
  if (known === 'button' && role === ROLE.toggleButton && has(states, STATE.expandable)) return 'disclosure';
  // Rows and cells of a plain table say nothing to a click.
  const answersClicks = has(states, STATE.selectable) || has(states, STATE.focusable) || has(states, STATE.expandable);
  if ((known === 'row' || known === 'cell') && !answersClicks) return null;
  return known;
}
