import type { ActionInput } from '../../protocol/helper/act.ts';
import { type ChordPlatform, parseChord } from '../../protocol/helper/chord.ts';
import type { Point, Rectangle } from '../../protocol/helper/geometry.ts';
import { ACTIONS, type ActionName, type ActionTraits, isAction } from './actions.ts';
import type { ComputerInput } from './input.ts';
import { Refusal } from './refusal.ts';

/** UTF-8 bytes of `text`; more is refused, never cut. */
export const TEXT_LIMIT = 10_000;

/** A call whose parameters make sense by themselves; nothing is said yet about pictures and displays. */
export interface ActionRequest {
  name: ActionName;
  traits: ActionTraits;
  /** As given; null when absent. */
  display: number | null;
  region: Rectangle | null;
  /** The point, both ends of a drag, or empty when there is no target or it is a mark. */
  points: Point[];
  mark: number | null;
  /** Fields that name the target a second time. */
  conflict: string[];
  confirmGrid: boolean;
  /** Marks were asked for on a screenshot. */
  marks: boolean;
  /** Characters of `text`, for traces; the text itself is never logged. */
  textLength: number;
  input: ComputerInput;
}

/** Checks limits, needed and unusable parameters, and chords. Throws a Refusal. */
export function validate(input: ComputerInput, platform: ChordPlatform): ActionRequest {
  const name = input.action;
  if (!isAction(name)) throw new Refusal('invalid_action', `There is no action ${JSON.stringify(name.slice(0, 60))}.`);
  const traits = ACTIONS[name];
  for (const field of traits.needs)
    if (given(input, field) === undefined) throw invalid(name, field, `${name} needs "${field}".`);
  refuseUnusable(name, traits, input);
  checkLimits(name, input);
  checkChord(input.chord, platform);
  const mark = traits.target === 'point' ? (input.mark ?? null) : null;
  return {
    name,
    traits,
    display: input.display ?? null,
    region: traits.region === 'none' ? null : (input.region ?? null),
    points: mark === null ? targetPoints(name, traits, input) : [],
    mark,
    conflict: conflictingFields(input),
    confirmGrid: input.confirm_grid === true,
    marks: input.marks === true,
    textLength: input.text?.length ?? 0,
    input,
  };
}

function invalid(name: string, field: string, message: string, limit?: number): Refusal {
  return new Refusal('invalid_params', message, { action: name, field, ...(limit === undefined ? {} : { limit }) });
}

const given = (input: ComputerInput, field: string): unknown => (input as unknown as Record<string, unknown>)[field];

/** Parameters that change what a call means: given to an action that cannot use them, the call is refused. */
const MEANINGFUL = ['direction', 'text', 'chord', 'ms', 'marks', 'modifiers'] as const;
const TARGETS = ['x', 'y', 'from', 'to', 'mark'] as const;
const USABLE_TARGETS: Record<ActionTraits['target'], readonly string[]> = {
  none: [],
  point: ['x', 'y', 'mark', 'from', 'to'],
  drag: ['from', 'to', 'mark', 'x', 'y'],
};

function refuseUnusable(name: ActionName, traits: ActionTraits, input: ComputerInput): void {
  const usable: readonly string[] = [...traits.uses, ...USABLE_TARGETS[traits.target]];
  for (const field of [...MEANINGFUL, ...TARGETS]) {
    const value = given(input, field);
    const empty = value === undefined || value === false || (Array.isArray(value) && value.length === 0);
    if (!empty && !usable.includes(field)) throw invalid(name, field, `${name} does not use "${field}".`);
  }
  if (traits.region === 'none' && input.region) throw invalid(name, 'region', `${name} does not use "region".`);
}

/** Two ways of naming the target in one call; also a click with the ends of a drag, and the reverse. */
function conflictingFields(input: ComputerInput): string[] {
  const point = ['x', 'y'].filter((field) => given(input, field) !== undefined);
  const drag = ['from', 'to'].filter((field) => given(input, field) !== undefined);
  const mark = input.mark === undefined ? [] : ['mark'];
  const ways = [point, drag, mark].filter((fields) => fields.length > 0);
  return ways.length > 1 ? ways.flat() : [];
}

function targetPoints(name: ActionName, traits: ActionTraits, input: ComputerInput): Point[] {
  if (traits.target === 'none') return [];
  if (traits.target === 'drag') {
    if (!input.from || !input.to) throw invalid(name, input.from ? 'to' : 'from', `${name} needs "from" and "to".`);
    return [input.from, input.to];
  }
  const { x, y } = input;
  if (x === undefined || y === undefined)
    throw invalid(name, x === undefined ? 'x' : 'y', `${name} needs "x" and "y".`);
  return [{ x, y }];
}

function checkLimits(name: ActionName, input: ComputerInput): void {
  const modifiers = input.modifiers ?? [];
  if (new Set(modifiers).size < modifiers.length)
    throw invalid(name, 'modifiers', 'The same modifier is named twice in "modifiers".');
  if (input.text === undefined) return;
  const bytes = new TextEncoder().encode(input.text).length;
  if (bytes === 0) throw invalid(name, 'text', '"text" is empty.');
  if (bytes > TEXT_LIMIT)
    throw invalid(name, 'text', `"text" has ${bytes} UTF-8 bytes; at most ${TEXT_LIMIT} are sent.`, TEXT_LIMIT);
  if (input.text.includes('\0')) throw invalid(name, 'text', '"text" holds a NUL character, which cannot be typed.');
  if (/\p{Cs}/u.test(input.text)) throw invalid(name, 'text', '"text" is not valid Unicode.');
}

function checkChord(chord: string | undefined, platform: ChordPlatform): void {
  if (chord === undefined) return;
  const parsed = parseChord(chord, platform);
  if (parsed.ok) return;
  const token = parsed.token.slice(0, 60);
  const words =
    parsed.code === 'reserved_chord'
      ? `The chord ${JSON.stringify(token)} is reserved.`
      : `The chord is not valid at ${JSON.stringify(token)}.`;
  throw new Refusal(parsed.code, words, { token });
}

/** The request as the helper wants it. `points` are the ones to act on; `baseline` a thumbnail to compare with. */
export function toHelperAction(request: ActionRequest, points: readonly Point[], baseline?: string): ActionInput {
  const { input, name } = request;
  const at = points[0] ?? { x: 0, y: 0 };
  const modifiers = input.modifiers ?? [];
  switch (name) {
    case 'screenshot':
      return { action: name };
    case 'wait':
      return { action: name, ms: input.ms ?? 1 };
    case 'wait_for_change':
      return {
        action: name,
        timeoutMs: input.timeout_ms ?? 10_000,
        pollMs: input.poll_ms ?? 250,
        ...(baseline === undefined ? {} : { baseline }),
      };
    case 'mouse_move':
      return { action: name, at };
    case 'left_click':
    case 'right_click':
    case 'double_click':
      return { action: name, at, modifiers };
    case 'left_click_drag':
      return { action: name, from: at, to: points[1] ?? at };
    case 'scroll':
      return { action: name, at, direction: input.direction ?? 'down', amount: input.amount ?? 3, modifiers };
    case 'type':
    case 'paste':
      return { action: name, text: input.text ?? '' };
    case 'key':
      return { action: name, chord: input.chord ?? '' };
  }
}
