import type { ActionInput } from '../../protocol/helper/act.ts';
import type { Aim } from './aim.ts';
import type { ActionRequest } from './validate.ts';

const NOWHERE = { x: 0, y: 0 };

/**
 * The request as the helper wants it. `aim` says where; `baseline` is a thumbnail to compare with. `confirm_grid` ends
 * here: it was for the app alone.
 */
export function toHelperAction(request: ActionRequest, aim: Aim, baseline?: string): ActionInput {
  const { input, name } = request;
  const [at = NOWHERE, to = at] = aim.points;
  const modifiers = input.modifiers ?? [];
  const element = aim.control?.target ?? { listing: '', ref: '' };
  switch (name) {
    case 'screenshot':
      return request.marks ? { action: name, marks: true } : { action: name };
    case 'windows':
    case 'elements':
      return { action: name };
    case 'inspect':
    case 'mouse_move':
      return { action: name, at };
    case 'wait':
      return { action: name, ms: input.ms ?? 1 };
    case 'wait_for_change': {
      const times = { timeoutMs: input.timeout_ms ?? 10_000, pollMs: input.poll_ms ?? 250 };
      return { action: name, ...times, ...(baseline === undefined ? {} : { baseline }) };
    }
    case 'left_click':
    case 'right_click':
    case 'double_click':
      return { action: name, at, modifiers };
    case 'left_click_drag':
      return { action: name, from: at, to };
    case 'scroll':
      return { action: name, at, direction: input.direction ?? 'down', amount: input.amount ?? 3, modifiers };
    case 'type':
    case 'paste':
      return { action: name, text: input.text ?? '' };
    case 'key':
      return { action: name, chord: input.chord ?? '' };
    case 'press':
      return { action: name, element };
    case 'set_value':
      return { action: name, element, value: input.value ?? '' };
  }
}
