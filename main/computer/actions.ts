import type { ActionInput } from '../../protocol/helper/act.ts';

export type ActionName = ActionInput['action'];

/** What an action is and does; every rule that differs by action reads it here. */
export interface ActionTraits {
  /** Changes something on the screen: refused in strict mode, answered with a check. */
  changes: boolean;
  /** Moves the pointer, types or operates a control: waits for the owner, needs the input seat. */
  disturbs: boolean;
  /** How the target is named; `control` by its ref alone, without the pointer. */
  target: 'none' | 'point' | 'drag' | 'control';
  /** `selects` what to look at; `states` in which crop coordinates were read; `crop` picks the check picture. */
  region: 'none' | 'selects' | 'states' | 'crop';
  /** Parameters, besides `region` and target, that it understands; those in `needs` must be there. */
  uses: readonly string[];
  needs: readonly string[];
}

const traits = (
  kind: 'reads' | 'moves' | 'changes',
  target: ActionTraits['target'],
  region: ActionTraits['region'],
  uses: readonly string[] = [],
  needs: readonly string[] = [],
): ActionTraits => ({ changes: kind === 'changes', disturbs: kind !== 'reads', target, region, uses, needs });

/** Every action a model may call. */
export const ACTIONS: Record<ActionName, ActionTraits> = {
  screenshot: traits('reads', 'none', 'selects', ['marks']),
  windows: traits('reads', 'none', 'none'),
  elements: traits('reads', 'none', 'selects'),
  inspect: traits('reads', 'point', 'states'),
  wait: traits('reads', 'none', 'none', ['ms'], ['ms']),
  wait_for_change: traits('reads', 'none', 'selects', ['timeout_ms', 'poll_ms']),
  mouse_move: traits('moves', 'point', 'states'),
  left_click: traits('changes', 'point', 'states', ['modifiers']),
  right_click: traits('changes', 'point', 'states', ['modifiers']),
  double_click: traits('changes', 'point', 'states', ['modifiers']),
  left_click_drag: traits('changes', 'drag', 'states'),
  scroll: traits('changes', 'point', 'states', ['direction', 'amount', 'modifiers'], ['direction']),
  type: traits('changes', 'none', 'crop', ['text'], ['text']),
  paste: traits('changes', 'none', 'crop', ['text'], ['text']),
  key: traits('changes', 'none', 'crop', ['chord'], ['chord']),
  press: traits('changes', 'control', 'none'),
  set_value: traits('changes', 'control', 'none', ['value'], ['value']),
};

export function isAction(name: string): name is ActionName {
  return Object.hasOwn(ACTIONS, name);
}
