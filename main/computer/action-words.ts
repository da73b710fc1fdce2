import type { ActionReport } from '../../protocol/conversation/action-report.ts';
import type { ComputerInput } from './input.ts';

/** Letters of a control's name and of a window's title that a card shows. */
const NAME_LENGTH = 48;
const TITLE_LENGTH = 48;

/** What was done, and what would have been: "Clicked Save", "Click Save". */
const VERBS: Record<string, readonly [done: string, wanted: string]> = {
  screenshot: ['Looked at the screen', 'Look at the screen'],
  windows: ['Listed the windows', 'List the windows'],
  elements: ['Listed the controls', 'List the controls'],
  inspect: ['Looked at a control', 'Look at a control'],
  wait: ['Waited', 'Wait'],
  wait_for_change: ['Waited for a change', 'Wait for a change'],
  mouse_move: ['Moved the pointer', 'Move the pointer'],
  left_click: ['Clicked', 'Click'],
  right_click: ['Right-clicked', 'Right-click'],
  double_click: ['Double-clicked', 'Double-click'],
  left_click_drag: ['Dragged', 'Drag'],
  scroll: ['Scrolled', 'Scroll'],
  type: ['Typed', 'Type'],
  paste: ['Pasted', 'Paste'],
  key: ['Pressed', 'Press'],
  press: ['Pressed', 'Press'],
  set_value: ['Filled in', 'Fill in'],
};

/**
 * Verb and object in words: "Clicked Save in Text Editor". Names and titles are those of the screen, cut and on one line.
 * A text is named by its length: it may be a secret.
 * @param done false for an action that did not happen.
 */
export function actionWords(input: ComputerInput, report: ActionReport, done: boolean): string {
  const verbs = VERBS[input.action];
  const verb = verbs ? verbs[done ? 0 : 1] : 'Used the computer';
  return [verb, objectOf(input, report), placeOf(report)].filter((part) => part !== '').join(' ');
}

function objectOf(input: ComputerInput, report: ActionReport): string {
  switch (input.action) {
    case 'type':
    case 'paste':
      return `${report.characters ?? 0} ${report.characters === 1 ? 'character' : 'characters'}${intoWords(report)}`;
    case 'key':
      return keyWords(input.chord ?? '', report);
    case 'wait':
      return `${input.ms ?? 0} ms`;
    case 'scroll':
      return input.direction ?? 'down';
    case 'left_click_drag':
      return input.from && input.to ? `from ${pair(input.from)} to ${pair(input.to)}` : '';
    case 'mouse_move':
      return `to ${targetWords(input, report)}`;
    case 'screenshot':
      return input.region ? '(a part of it)' : '';
    default:
      return targetWords(input, report);
  }
}

function targetWords(input: ComputerInput, { target }: ActionReport): string {
  if (target && target.name !== '') return cut(target.name, NAME_LENGTH);
  if (target?.mark !== undefined) return `mark ${target.mark}`;
  if (target && target.role !== '' && target.by !== 'point') return `a ${target.role.replace('_', ' ')}`;
  if (input.x === undefined || input.y === undefined) return '';
  const at = pair({ x: input.x, y: input.y });
  return input.action === 'mouse_move' ? at : `at ${at}`;
}

function intoWords({ target }: ActionReport): string {
  if (!target) return '';
  if (target.secure) return ' into a password field';
  return target.name === '' ? '' : ` into ${cut(target.name, NAME_LENGTH)}`;
}

/** A single character may be a part of a password that is entered key by key. */
function keyWords(chord: string, { target }: ActionReport): string {
  const plain = [...chord.trim()].length === 1;
  return plain && target?.secure ? 'a key in a password field' : cut(chord.trim(), NAME_LENGTH);
}

function placeOf({ window, target }: ActionReport): string {
  if (!window) return '';
  const name = window.title === '' ? window.app : window.title;
  return name === '' || name === target?.name ? '' : `in ${cut(name, TITLE_LENGTH)}`;
}

const pair = ({ x, y }: { x: number; y: number }) => `${x},${y}`;

function cut(text: string, most: number): string {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text;
}
