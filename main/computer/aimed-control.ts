import type { Element, ElementRole, ElementTarget } from '../../protocol/helper/accessibility.ts';
import { lookAgain } from './next-call.ts';
import { Refusal } from './refusal.ts';
import type { ActionRequest } from './validate.ts';
import type { View } from './view.ts';
import type { Views } from './views.ts';

/** A control that a call names by its number on a picture or by its ref in a list. */
export interface AimedControl {
  by: 'mark' | 'ref';
  mark: number | null;
  target: ElementTarget;
  role: ElementRole;
  /** Text from the screen. */
  name: string;
  enabled: boolean;
  /** Its place was guessed from the picture, since the program tells nothing of its controls. */
  guessed: boolean;
  at: { x: number; y: number };
}

/**
 * The badge with this number (computer-use 6). Numbers count only while the picture that shows them is the current view:
 * never guessed, never the nearest.
 */
export function markedControl(number: number, view: View | null, views: Views): AimedControl {
  const current = views.current();
  if (view?.marks == null || view !== current) {
    const look = lookAgain(current, { marks: true });
    if (!views.wereMarked)
      throw new Refusal('no_marks', `There are no numbered marks yet. Send ${look} and use the numbers it shows.`, {
        id: number,
        count: 0,
      });
    const words = `The marks belong to an older picture than the latest one. Send ${look} and use its numbers.`;
    throw new Refusal('stale_mark', words, { id: number });
  }
  const { marks, listing, source } = view.marks;
  const mark = marks.find((one) => one.id === number);
  if (!mark)
    throw new Refusal('unknown_mark', unknownWords(number, marks.length, view), { id: number, count: marks.length });
  const { ref, role, name, enabled, at } = mark;
  return { by: 'mark', mark: number, target: { listing, ref }, role, name, enabled, guessed: source === 'picture', at };
}

function unknownWords(number: number, count: number, view: View): string {
  const have = count === 0 ? 'it has none' : count === 1 ? 'it has mark 1 alone' : `it has the marks 1 to ${count}`;
  return (
    `The latest picture has no mark ${number}; ${have}. Use one of them, or x and y read in it. For new numbers send ` +
    `${lookAgain(view, { marks: true })}.`
  );
}

/** The control of the list that `observation_id` names (7.6). */
export function listedControl(request: ActionRequest, view: View | null): AimedControl {
  const { ref, name } = request;
  const list = '{"action":"elements"}';
  if (ref === null || view === null) {
    const words = `${name} needs "observation_id" and "ref" of a control. Send ${list}; its first line has the id.`;
    throw new Refusal('element_required', words);
  }
  if (!view.elements) {
    const words = `View ${view.id} is a picture, not a list of controls. Send ${list} and use its id and refs.`;
    throw new Refusal('element_required', words, { observation_id: view.id });
  }
  const { items, listing, source } = view.elements;
  const item = items.find((one) => one.ref === ref);
  if (!item) {
    const words = `View ${view.id} lists no control ${JSON.stringify(ref)}. It lists ${span(items)}.`;
    throw new Refusal('element_required', words, { observation_id: view.id, count: items.length });
  }
  checkAbility(request, view, item);
  const { role, enabled, at } = item;
  const target = { listing, ref };
  return { by: 'ref', mark: null, target, role, name: item.name, enabled, guessed: source === 'picture', at };
}

function span(items: readonly Element[]): string {
  const [first, last] = [items[0]?.ref, items.at(-1)?.ref];
  return first === last ? `${first}` : `${first} to ${last}`;
}

/** Only what the control itself offers; never replaced by a click. */
function checkAbility({ name }: ActionRequest, view: View, item: Element): void {
  const able = name === 'press' ? item.actions.includes('press') : name === 'set_value' ? item.settable : true;
  if (able) return;
  const lacks = name === 'press' ? 'offers no press of its own' : 'does not let its value be set';
  const click = JSON.stringify({ action: 'left_click', observation_id: view.id, ref: item.ref });
  const words = `Control ${item.ref} (${item.role}) ${lacks}. A real click is ${click}.`;
  throw new Refusal('element_action_unsupported', words, { ref: item.ref });
}
