import type { ScreenTarget } from '../../protocol/conversation/action-report.ts';
import type { ActOutput, Picture, Receipt } from '../../protocol/helper/act.ts';
import type { ToolFailure, ToolResult } from '../registry/capability.ts';
import { picturesOf, place, toPicture } from './action-pictures.ts';
import { reportOf } from './action-report.ts';
import { actionWords } from './action-words.ts';
import type { Aim } from './aim.ts';
import { controlLine, elementLines, inspectLines, markLines, windowLines } from './control-text.ts';
import type { ActFailure } from './helper-errors.ts';
import { Refusal, toFailure } from './refusal.ts';
import {
  changeLine,
  checkErrorLine,
  deliveryLine,
  noteLines,
  pictureLines,
  plainLine,
  pointWords,
  viewLine,
} from './result-text.ts';
import type { ActionRequest } from './validate.ts';
import type { View } from './view.ts';

/** What an action came to. */
export interface ActionFacts {
  request: ActionRequest;
  /** Where it went: the view whose coordinates were used, or the last one for keys, and the control it named. */
  aim: Aim;
  /** The latest picture of what the aim's view shows; null when there is none any more. */
  before: View | null;
  /** The view of the new picture or list, when there is one. */
  after: View | null;
  output: ActOutput;
  /** Mutating actions in a row that changed nothing visible, this one included. */
  streak: number;
  courtesy: string;
}

/** The helper's answer as a tool result, with what its card and its recording show. */
export function actionResult(facts: ActionFacts): ToolResult {
  const result = outcomeOf(facts);
  const report = reportOf({ ...facts, target: targetOf(facts.aim) });
  return { ...result, title: actionWords(facts.request.input, report, result.ok), report };
}

/** The control that the call named, for its card. */
function targetOf({ control }: Aim): ScreenTarget | null {
  if (!control) return null;
  return {
    role: control.role,
    name: plainLine(control.name),
    by: control.by === 'mark' ? 'mark' : 'element',
    ...(control.mark === null ? {} : { mark: control.mark }),
    ...(control.guessed ? { guessed: true as const } : {}),
    ...(control.role === 'secure_field' ? { secure: true as const } : {}),
  };
}

function outcomeOf(facts: ActionFacts): ToolResult {
  const { request, output } = facts;
  if (!request.traits.disturbs) return lookResult(facts);
  if (output.receipt.delivery === 'not_delivered' || output.receipt.dispatch === 'not_sent')
    return withPictures(notDelivered(facts), facts);
  if (output.receipt.dispatch === 'partial') return withPictures(partial(facts), facts);
  return performed(facts);
}

/** Everything that only looks. The id of a new view leads. */
function lookResult(facts: ActionFacts): ToolResult {
  const { request, after, output } = facts;
  const { picture } = output;
  const lead = after ? [viewLine(after)] : [];
  if (!picture) return { ok: true, text: [...lead, ...readLines(facts)].join('\n') };
  const marks = picture.marks ? markLines(picture.marks) : [];
  const about = after ? pictureLines(after, picture) : [];
  const pictures = after ? [toPicture(after, 'result', `Screenshot of ${place(after)}`)] : [];
  return { ok: true, text: [...lead, lookLine(request, picture), ...about, ...marks].join('\n'), pictures };
}

/** What a look without a picture says. */
function readLines({ request, aim, after, output }: ActionFacts): string[] {
  const { reading } = output;
  if (reading?.kind === 'elements') return elementLines(reading, after);
  if (reading?.kind === 'inspect') return inspectLines(reading);
  if (reading?.kind === 'windows') return windowLines(reading, aim.display);
  return [request.name === 'wait' ? `Waited ${request.input.ms} ms.` : `${request.name}: no answer.`];
}

function lookLine(request: ActionRequest, picture: Picture): string {
  if (request.name === 'screenshot') return 'Screenshot taken.';
  if (picture.changed !== true) return 'Nothing changed before the time was over.';
  const box = picture.changedBox;
  return box ? `The view changed, within ${JSON.stringify(box)} of this picture.` : 'The view changed.';
}

function performed(facts: ActionFacts): ToolResult {
  const { request, aim, after, output, streak } = facts;
  const { receipt, picture, reading, checkError } = output;
  const lines: (string | null)[] = [
    after && viewLine(after),
    `${doneWords(facts)} ${deliveryLine(receipt)}`,
    facts.courtesy === 'deferred' ? 'It waited until the owner had stopped using mouse and keyboard.' : null,
    disabledLine(aim),
    ...noteLines(receipt),
    reading?.kind === 'control' ? controlLine(reading) : null,
    isUnproven(request, receipt) ? 'Read the field before relying on its value.' : null,
    request.traits.changes ? changeLine(receipt, streak) : null,
    checkError ? checkErrorLine(checkError) : null,
    ...(after && picture ? pictureLines(after, picture) : [aim.view && moved(facts, aim.view)]),
  ];
  const pictures = picturesOf(facts);
  return {
    ok: true,
    text: lines.filter((line) => line !== null).join('\n'),
    outcome: isProven(facts) ? 'performed' : 'unverified',
    ...(pictures.length > 0 ? { pictures } : {}),
  };
}

/** A value that was set but could not be read back as it was given: another one, or a secret. */
const isUnproven = (request: ActionRequest, receipt: Receipt) =>
  request.name === 'set_value' && receipt.effect !== 'verified';

/** Acting on a disabled control is allowed by its place, and never worth repeating. */
function disabledLine({ view, points, control }: Aim): string | null {
  const words = 'The control there is disabled, so the action may have done nothing: find out what enables it.';
  if (control) return control.enabled ? null : words;
  const hit = view?.elements?.items.find((item) =>
    points.some(({ x, y }) => {
      const { bounds } = item;
      return x >= bounds.x && y >= bounds.y && x < bounds.x + bounds.w && y < bounds.y + bounds.h;
    }),
  );
  return hit && !hit.enabled ? words : null;
}

/**
 * Performed and seen: what went out reached its aim or changed something, and there is a picture, or the control itself, to
 * see it by. Everything else that went out is unverified: a check that failed or was switched off proves nothing.
 */
function isProven({ request, output }: ActionFacts): boolean {
  const { receipt, picture, reading, checkError } = output;
  if (checkError || receipt.dispatch !== 'sent' || receipt.delivery === 'unconfirmed') return false;
  if (request.traits.changes && picture === null && reading === undefined) return false;
  return receipt.delivery === 'confirmed' || receipt.effect === 'verified';
}

function moved({ request, output }: ActionFacts, view: View): string | null {
  if (request.traits.target === 'none' || request.traits.target === 'control') return null;
  const { landed } = output.receipt;
  return landed ? `The pointer is at ${pointWords(view, landed)} of view ${view.id}.` : viewLine(view);
}

function doneWords({ request, aim }: ActionFacts): string {
  const { name } = request;
  const { view, points, control } = aim;
  const who = control
    ? ` ${control.by === 'mark' ? `mark ${control.mark}` : control.target.ref}, ${controlWords(control)},`
    : '';
  const [first, second] = points;
  if (request.traits.target === 'control') return `${name}${who.replace(/,$/, '')}.`;
  if (!view || !first) return `${name}.`;
  const target = second ? `${pointWords(view, first)} to ${pointWords(view, second)}` : pointWords(view, first);
  return control ? `${name} on${who} at ${target}.` : `${name} at ${target}.`;
}

const controlWords = ({ role, name }: NonNullable<Aim['control']>) => `${role} "${plainLine(name)}"`;

function notDelivered({ output }: ActionFacts): ToolFailure {
  const cause = output.receipt.cause ? `: ${plainLine(output.receipt.cause)}` : '';
  const refusal = new Refusal('not_delivered', `No button or key was sent${cause}.`, causeData(output.receipt));
  return toFailure(refusal);
}

function causeData(receipt: Receipt) {
  return receipt.cause ? { cause: plainLine(receipt.cause) } : {};
}

function partial({ request, output }: ActionFacts): ToolFailure {
  return toFailure(partialRefusal(request, output.receipt));
}

const WHY_STOPPED: Record<string, string> = {
  human: ', since the owner began to use mouse or keyboard: it stepped aside',
  paused: ', since computer use was paused',
  deadline: ', since it took too long',
};

/** A sequence that stopped between two of its events. `reason` is the helper's, when it gave one. */
function partialRefusal(request: ActionRequest, receipt: Receipt, reason?: string): Refusal {
  const cause = receipt.cause ? ` (${plainLine(receipt.cause)})` : '';
  const why = (reason !== undefined && WHY_STOPPED[reason]) || cause;
  const typed = receipt.typedChars;
  const far = typed === undefined ? '' : ` ${typed} of ${[...(request.input.text ?? '')].length} characters were sent.`;
  const data = {
    ...(typed === undefined ? {} : { typed_chars: typed }),
    ...(reason === undefined ? {} : { reason }),
  };
  return new Refusal('interrupted', `${request.name} was stopped part way${why}.${far}`, data, 'partial');
}

/**
 * A failed action of which input had gone out counts as done, without a picture: reporting a failure would buy a second
 * real click (10.5). Throws the refusal of every other failure.
 */
export function whatWentOut(request: ActionRequest, { receipt, refusal }: ActFailure): ActOutput {
  if (receipt?.dispatch === 'partial') {
    const { reason } = refusal.data;
    const known = typeof reason === 'string' ? reason : undefined;
    throw partialRefusal(request, { ...receipt, cause: receipt.cause ?? refusal.message }, known);
  }
  if (receipt?.dispatch !== 'sent' || receipt.method === 'accessibility') throw refusal;
  return { picture: null, receipt, checkError: { code: refusal.code, message: refusal.message } };
}

function withPictures(failure: ToolFailure, facts: ActionFacts): ToolFailure {
  const { after, output } = facts;
  const pictures = picturesOf(facts);
  if (!after || !output.picture) return failure;
  const text = [viewLine(after), failure.text, ...pictureLines(after, output.picture)].join('\n');
  return { ...failure, text, pictures };
}
