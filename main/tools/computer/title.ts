import type { JsonObject } from '../../../protocol/json.ts';

const VERBS: Record<string, string> = {
  screenshot: 'Look at the screen',
  windows: 'List the windows',
  elements: 'List the controls',
  inspect: 'Look at a control',
  mouse_move: 'Move the pointer',
  left_click: 'Click',
  right_click: 'Right-click',
  double_click: 'Double-click',
  left_click_drag: 'Drag',
  scroll: 'Scroll',
  type: 'Type',
  paste: 'Paste',
  key: 'Press',
  press: 'Press control',
  set_value: 'Fill in control',
  wait: 'Wait',
  wait_for_change: 'Wait for a change',
};

/** Words for the card. What is typed is named by its length: it may be a secret. */
export function computerTitle(input: JsonObject): string {
  const { action, chord, text, direction, mark, ms, ref } = input;
  const verb = (typeof action === 'string' && VERBS[action]) || 'Use the computer';
  if (typeof text === 'string') return `${verb} ${[...text].length} characters`;
  if (action === 'key' && typeof chord === 'string') return `${verb} ${chord.slice(0, 40)}`;
  if (action === 'wait' && typeof ms === 'number') return `${verb} ${ms} ms`;
  if ((action === 'press' || action === 'set_value') && typeof ref === 'string') return `${verb} ${ref.slice(0, 20)}`;
  const where = typeof mark === 'number' ? ` at mark ${mark}` : placeOf(input);
  if (action === 'scroll' && typeof direction === 'string') return `${verb} ${direction}${where}`;
  return `${verb}${where}`;
}

function placeOf(input: JsonObject): string {
  const { x, y, from, to } = input;
  if (typeof x === 'number' && typeof y === 'number') return ` at ${x},${y}`;
  const [start, end] = [pair(from), pair(to)];
  return start && end ? ` from ${start} to ${end}` : '';
}

function pair(value: JsonObject[string] | undefined): string | null {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null;
  const { x, y } = value;
  return typeof x === 'number' && typeof y === 'number' ? `${x},${y}` : null;
}
