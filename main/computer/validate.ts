import { type ChordPlatform, DEFAULT_SHORTCUTS, parseChord } from '../../protocol/helper/chord.ts';
import type { Point, Rectangle } from '../../protocol/helper/geometry.ts';
import { ACTIONS, type ActionName, type ActionTraits, isAction } from './actions.ts';
import type { ComputerInput } from './input.ts';
import { Refusal } from './refusal.ts';

/** UTF-8 bytes of `text` and `value`; more is refused, never cut. */
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
  /** A control of the list that `observationId` names. */
  ref: string | null;
  /** The picture or list that the call is about, instead of the latest one. */
  observationId: string | null;
  /** Fields that name the target a second time. */
  conflict: string[];
  confirmGrid: boolean;
  /** Marks were asked for on a screenshot. */
  marks: boolean;
  /** Characters of `text` or `value`, for traces; the words themselves are never logged. */
  textLength: number;
  input: ComputerInput;
}

/** Checks limits, needed and unusable parameters, and chords. Throws a Refusal. */
export function validate(
  input: ComputerInput,
  platform: ChordPlatform,
  ownShortcuts: readonly string[] = Object.values(DEFAULT_SHORTCUTS),
): ActionRequest {
  const name = input.action;
  if (!isAction(name)) throw new Refusal('invalid_action', `There is no action ${JSON.stringify(name.slice(0, 60))}.`);
  const traits = ACTIONS[name];
  for (const field of traits.needs)
    if (given(input, field) === undefined) throw invalid(name, field, `${name} needs "${field}".`);
  refuseUnusable(name, traits, input);
  checkLimits(name, input);
  checkChord(input.chord, platform, ownShortcuts);
  const mark = traits.target === 'point' ? (input.mark ?? null) : null;
  const ref = traits.target === 'none' || traits.target === 'drag' ? null : (input.ref ?? null);
  return {
    name,
    traits,
    display: input.display ?? null,
    region: traits.region === 'none' ? null : (input.region ?? null),
    points: mark === null && ref === null ? targetPoints(name, traits, input) : [],
    mark,
    ref,
    observationId: input.observation_id ?? null,
    conflict: conflictingFields(traits, input),
    confirmGrid: input.confirm_grid === true,
    marks: input.marks === true,
    textLength: (input.text ?? input.value)?.length ?? 0,
    input,
  };
}

function invalid(name: string, field: string, message: string, limit?: number): Refusal {
  return new Refusal('invalid_params', message, { action: name, field, ...(limit === undefined ? {} : { limit }) });
}

const given = (input: ComputerInput, field: string): unknown => (input as unknown as Record<string, unknown>)[field];

/** Parameters that change what a call means: given to an action that cannot use them, the call is refused. */
const MEANINGFUL = ['direction', 'text', 'chord', 'ms', 'marks', 'modifiers', 'value'] as const;
const TARGETS = ['x', 'y', 'from', 'to', 'mark', 'ref'] as const;
/** Also those that would name the target a second time: they are an addressing conflict, not an unusable parameter. */
const USABLE_TARGETS: Record<ActionTraits['target'], readonly string[]> = {
  none: [],
  point: TARGETS,
  drag: TARGETS,
  control: ['ref'],
};

function refuseUnusable(name: ActionName, traits: ActionTraits, input: ComputerInput): void {
  const usable: readonly string[] = [...traits.uses, ...USABLE_TARGETS[traits.target]];
  for (const field of [...MEANINGFUL, ...TARGETS]) {
    const value = given(input, field);
    const empty = value === undefined || value === false || (Array.isArray(value) && value.length === 0);
    if (!empty && !usable.includes(field)) throw invalid(name, field, `${name} does not use "${field}".`);
  }
  if (traits.region === 'none' && input.region) throw invalid(name, 'region', `${name} does not use "region".`);
  const namesView = traits.region !== 'none' || traits.target === 'control';
  if (!namesView && input.observation_id !== undefined)
    throw invalid(name, 'observation_id', `${name} does not use "observation_id".`);
}

/**
 * Two ways of naming the target in one call; also a click with the ends of a drag, and the reverse. For coordinates the
 * region is that of the view that `observation_id` names, so both together name it twice.
 */
function conflictingFields(traits: ActionTraits, input: ComputerInput): string[] {
  const point = ['x', 'y'].filter((field) => given(input, field) !== undefined);
  const drag = ['from', 'to'].filter((field) => given(input, field) !== undefined);
  const mark = input.mark === undefined ? [] : ['mark'];
  const ref = input.ref === undefined ? [] : ['ref'];
  const ways = [point, drag, mark, ref].filter((fields) => fields.length > 0);
  if (ways.length > 1) return ways.flat();
  const namesTwice = input.observation_id !== undefined && input.region && traits.region !== 'selects';
  return namesTwice ? ['observation_id', 'region'] : [];
}

function targetPoints(name: ActionName, traits: ActionTraits, input: ComputerInput): Point[] {
  if (traits.target === 'none' || traits.target === 'control') return [];
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
  if (input.text === '') throw invalid(name, 'text', '"text" is empty.');
  checkWords(name, 'text', input.text);
  checkWords(name, 'value', input.value);
}

function checkWords(name: ActionName, field: 'text' | 'value', words: string | undefined): void {
  if (words === undefined) return;
  const bytes = new TextEncoder().encode(words).length;
  if (bytes > TEXT_LIMIT)
    throw invalid(name, field, `"${field}" has ${bytes} UTF-8 bytes; at most ${TEXT_LIMIT} are sent.`, TEXT_LIMIT);
  if (words.includes('\0')) throw invalid(name, field, `"${field}" holds a NUL character, which cannot be typed.`);
  if (/\p{Cs}/u.test(words)) throw invalid(name, field, `"${field}" is not valid Unicode.`);
}

function checkChord(chord: string | undefined, platform: ChordPlatform, ownShortcuts: readonly string[]): void {
  if (chord === undefined) return;
  const parsed = parseChord(chord, platform, ownShortcuts);
  if (parsed.ok) return;
  const token = parsed.token.slice(0, 60);
  const words =
    parsed.code === 'reserved_chord'
      ? `The chord ${JSON.stringify(token)} is reserved.`
      : `The chord is not valid at ${JSON.stringify(token)}.`;
  throw new Refusal(parsed.code, words, { token });
}
