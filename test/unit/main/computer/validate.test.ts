import { describe, expect, test } from 'vitest';
import type { Aim } from '../../../../main/computer/aim.ts';
import { toHelperAction } from '../../../../main/computer/helper-action.ts';
import type { ComputerInput } from '../../../../main/computer/input.ts';
import { Refusal } from '../../../../main/computer/refusal.ts';
import { validate } from '../../../../main/computer/validate.ts';
import { actionInput } from '../../../../protocol/helper/act.ts';

function refusal(input: ComputerInput): [string, unknown] | null {
  try {
    validate(input, 'linux');
    return null;
  } catch (error) {
    if (error instanceof Refusal) return [error.code, error.data['field'] ?? error.data['token']];
    throw error;
  }
}

const point = { x: 1, y: 2 };
const aimAt = (points: Aim['points']): Aim => ({ view: null, points, control: null, display: 0, region: null });

describe('what a call must and must not carry', () => {
  test.each<[string, ComputerInput, string, unknown]>([
    ['an unknown action', { action: 'fly' }, 'invalid_action', undefined],
    ['a name of the prototype', { action: 'constructor' }, 'invalid_action', undefined],
    ['a click without a point', { action: 'left_click' }, 'invalid_params', 'x'],
    ['a click with half a point', { action: 'left_click', x: 1 }, 'invalid_params', 'y'],
    ['a drag without an end', { action: 'left_click_drag', from: point }, 'invalid_params', 'to'],
    ['a drag given as a point', { action: 'left_click_drag', x: 1, y: 1 }, 'invalid_params', 'from'],
    ['a scroll without a direction', { action: 'scroll', x: 1, y: 1 }, 'invalid_params', 'direction'],
    ['typing nothing', { action: 'type' }, 'invalid_params', 'text'],
    ['typing an empty text', { action: 'type', text: '' }, 'invalid_params', 'text'],
    ['a text of 10001 bytes', { action: 'type', text: 'a'.repeat(10_001) }, 'invalid_params', 'text'],
    ['a text of too many UTF-8 bytes', { action: 'paste', text: 'é'.repeat(5_001) }, 'invalid_params', 'text'],
    ['a NUL character', { action: 'type', text: 'a\0b' }, 'invalid_params', 'text'],
    ['half a character', { action: 'type', text: 'a\ud800b' }, 'invalid_params', 'text'],
    ['a key without a chord', { action: 'key' }, 'invalid_params', 'chord'],
    ['an unknown modifier', { action: 'key', chord: 'hyper+q' }, 'invalid_chord', 'hyper'],
    ['a reserved chord', { action: 'key', chord: 'ctrl+alt+f1' }, 'reserved_chord', 'ctrl+alt+f1'],
    ['a wait without a time', { action: 'wait' }, 'invalid_params', 'ms'],
    ['a wait with a region', { action: 'wait', ms: 1, region: { x: 0, y: 0, w: 1, h: 1 } }, 'invalid_params', 'region'],
    ['an inspection without a point', { action: 'inspect' }, 'invalid_params', 'x'],
    ['a list with a point', { action: 'elements', ...point }, 'invalid_params', 'x'],
    ['windows of a region', { action: 'windows', region: { x: 0, y: 0, w: 1, h: 1 } }, 'invalid_params', 'region'],
    ['windows with marks', { action: 'windows', marks: true }, 'invalid_params', 'marks'],
    ['setting no value', { action: 'set_value', ref: 'e1', observation_id: 'a-1' }, 'invalid_params', 'value'],
    [
      'a value on a press',
      { action: 'press', ref: 'e1', observation_id: 'a-1', value: 'x' },
      'invalid_params',
      'value',
    ],
    ['a value on a click', { action: 'left_click', ...point, value: 'x' }, 'invalid_params', 'value'],
    ['a point on a press', { action: 'press', ref: 'e1', observation_id: 'a-1', ...point }, 'invalid_params', 'x'],
    ['a mark on a press', { action: 'press', mark: 1, observation_id: 'a-1' }, 'invalid_params', 'mark'],
    [
      'a region on a press',
      { action: 'press', ref: 'e1', observation_id: 'a-1', region: { x: 0, y: 0, w: 1, h: 1 } },
      'invalid_params',
      'region',
    ],
    ['a ref on a key', { action: 'key', chord: 'a', ref: 'e1' }, 'invalid_params', 'ref'],
    ['a ref on a screenshot', { action: 'screenshot', ref: 'e1' }, 'invalid_params', 'ref'],
    [
      'a value of 10001 bytes',
      { action: 'set_value', ref: 'e1', value: 'a'.repeat(10_001) },
      'invalid_params',
      'value',
    ],
    ['a value with NUL', { action: 'set_value', ref: 'e1', value: '\0' }, 'invalid_params', 'value'],
    ['a view named for windows', { action: 'windows', observation_id: 'a-1' }, 'invalid_params', 'observation_id'],
    ['marks on a click', { action: 'left_click', ...point, marks: true }, 'invalid_params', 'marks'],
    ['a text on a click', { action: 'left_click', ...point, text: 'a' }, 'invalid_params', 'text'],
    ['a point on a key', { action: 'key', chord: 'a', ...point }, 'invalid_params', 'x'],
    ['a mark on a screenshot', { action: 'screenshot', mark: 1 }, 'invalid_params', 'mark'],
    [
      'modifiers on a drag',
      { action: 'left_click_drag', from: point, to: point, modifiers: ['ctrl'] },
      'invalid_params',
      'modifiers',
    ],
    [
      'a modifier twice',
      { action: 'left_click', ...point, modifiers: ['ctrl', 'ctrl'] },
      'invalid_params',
      'modifiers',
    ],
  ])('%s is refused', (_name, input, code, field) => {
    expect(refusal(input)).toEqual([code, field]);
  });

  test('what does not change the meaning is ignored', () => {
    expect(refusal({ action: 'screenshot', marks: false, modifiers: [], confirm_grid: true, poll_ms: 250 })).toBeNull();
    expect(refusal({ action: 'key', chord: 'a', amount: 3, display: 0, timeout_ms: 5 })).toBeNull();
  });

  test('exactly 10000 bytes are accepted', () => {
    expect(refusal({ action: 'type', text: 'é'.repeat(5_000) })).toBeNull();
  });
});

test.each<ComputerInput>([
  { action: 'screenshot' },
  { action: 'screenshot', marks: true },
  { action: 'windows' },
  { action: 'elements' },
  { action: 'inspect', ...point },
  { action: 'wait', ms: 10_000 },
  { action: 'wait_for_change' },
  { action: 'mouse_move', ...point },
  { action: 'left_click', ...point, modifiers: ['ctrl', 'shift'] },
  { action: 'right_click', ...point },
  { action: 'double_click', ...point },
  { action: 'left_click_drag', from: point, to: { x: 3, y: 4 } },
  { action: 'scroll', ...point, direction: 'down' },
  { action: 'type', text: 'a' },
  { action: 'paste', text: 'a' },
  { action: 'key', chord: 'ctrl+s' },
])('$action becomes what the helper accepts', (input) => {
  const request = validate(input, 'linux');
  const action = toHelperAction(request, aimAt(request.points));
  expect(actionInput.parse(action)).toEqual(action);
  expect(action.action).toBe(input.action);
});

test('what the app alone uses never reaches the helper', () => {
  const request = validate({ action: 'left_click', ...point, confirm_grid: true, observation_id: 'a-1' }, 'linux');
  expect(toHelperAction(request, aimAt(request.points))).toEqual({ action: 'left_click', at: point, modifiers: [] });
});

test('defaults: three notches, ten seconds, a look each 250 ms', () => {
  const scroll = validate({ action: 'scroll', ...point, direction: 'up' }, 'linux');
  expect(toHelperAction(scroll, aimAt(scroll.points))).toMatchObject({ amount: 3, direction: 'up', modifiers: [] });
  const wait = validate({ action: 'wait_for_change' }, 'linux');
  expect(toHelperAction(wait, aimAt([]))).toEqual({ action: 'wait_for_change', timeoutMs: 10_000, pollMs: 250 });
});
