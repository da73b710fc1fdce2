import type { ChordPlatform } from '../../protocol/helper/chord.ts';
import type { Crop } from '../../protocol/helper/geometry.ts';
import { click, moveMouse } from '../actions/click.ts';
import type { ActionContext } from '../actions/context.ts';
import { drag } from '../actions/drag.ts';
import { pasteText } from '../actions/paste-text.ts';
import { pressChord, readChord } from '../actions/press-chord.ts';
import { scroll } from '../actions/scroll.ts';
import { typeText } from '../actions/type-text.ts';
import type { Action } from '../desktop.ts';
import { requireInside } from './view.ts';

export type InputAction = Exclude<
  Action,
  { action: 'screenshot' | 'windows' | 'elements' | 'inspect' | 'press' | 'set_value' | 'wait' | 'wait_for_change' }
>;

/** Refuses what is wrong with an action before anything is looked at or posted. */
export function validateAction(action: InputAction, crop: Crop, platform: ChordPlatform): void {
  if ('at' in action) requireInside(crop, action.at);
  if (action.action === 'left_click_drag') {
    requireInside(crop, action.from);
    requireInside(crop, action.to);
  }
  if (action.action === 'key') readChord(action.chord, platform);
}

/** Posts the input of one action. */
export function runAction(context: ActionContext, action: InputAction, platform: ChordPlatform): Promise<void> {
  switch (action.action) {
    case 'mouse_move':
      return moveMouse(context, action.at);
    case 'left_click':
      return click(context, action.at, 1, 1, action.modifiers);
    case 'right_click':
      return click(context, action.at, 3, 1, action.modifiers);
    case 'double_click':
      return click(context, action.at, 1, 2, action.modifiers);
    case 'left_click_drag':
      return drag(context, action.from, action.to);
    case 'scroll':
      return scroll(context, action.at, action.direction, action.amount, action.modifiers);
    case 'type':
      return typeText(context, action.text);
    case 'paste':
      return pasteText(context, action.text, platform);
    case 'key':
      return pressChord(context, readChord(action.chord, platform));
  }
}
