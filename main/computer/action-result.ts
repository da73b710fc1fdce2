import type { ScreenTarget } from '../../protocol/conversation/action-report.ts';
import type { ActOutput, Picture, Receipt } from '../../protocol/helper/act.ts';
import type { Point } from '../../protocol/helper/geometry.ts';
import type { ToolFailure, ToolPicture, ToolResult } from '../registry/capability.ts';
import { reportOf } from './action-report.ts';
import { actionWords } from './action-words.ts';
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
  /** The view acted on: whose coordinates were used, or the last one for keys. Null when there was none. */
  before: View | null;
  /** The view of the new picture, when there is one. */
  after: View | null;
  output: ActOutput;
  /** Mutating actions in a row that changed nothing visible, this one included. */
  streak: number;
  courtesy: string;
  /** The control the action named by mark or reference. */
  target?: ScreenTarget | null;
}

/** The helper's answer as a tool result, with what its card and its recording show. */
export function actionResult(facts: ActionFacts): ToolResult {
  const result = outcomeOf(facts);
  const report = reportOf(facts);
  return { ...result, title: actionWords(facts.request.input, report, result.ok), report };
}

function outcomeOf(facts: ActionFacts): ToolResult {
  const { request, output } = facts;
  if (!request.traits.disturbs) return lookResult(facts);
  if (output.receipt.delivery === 'not_delivered' || output.receipt.dispatch === 'not_sent')
    return withPictures(notDelivered(facts), facts);
  if (output.receipt.dispatch === 'partial') return withPictures(partial(facts), facts);
  return performed(facts);
}

/** Screenshot, wait and wait_for_change. */
function lookResult({ request, after, output }: ActionFacts): ToolResult {
  const { picture } = output;
  const lines = [lookLine(request, picture)];
  if (request.marks) lines.push('No marks are available in this version: use x and y read in the picture.');
  if (!after || !picture) return { ok: true, text: lines.join('\n') };
  const pictures = [toPicture(after, 'result', `Screenshot of ${place(after)}`)];
  return { ok: true, text: [...lines, ...pictureLines(after, picture)].join('\n'), pictures };
}

function lookLine(request: ActionRequest, picture: Picture | null): string {
  if (request.name === 'wait') return `Waited ${request.input.ms} ms.`;
  if (request.name === 'screenshot') return 'Screenshot taken.';
  if (picture?.changed !== true) return 'Nothing changed before the time was over.';
  const box = picture.changedBox;
  return box ? `The view changed, within ${JSON.stringify(box)} of this picture.` : 'The view changed.';
}

function performed(facts: ActionFacts): ToolResult {
  const { request, before, after, output, streak } = facts;
  const { receipt, picture, checkError } = output;
  const lines: (string | null)[] = [
    `${doneWords(facts)} ${deliveryLine(receipt)}`,
    facts.courtesy === 'deferred' ? 'It waited until the owner had stopped using mouse and keyboard.' : null,
    ...noteLines(receipt),
    request.traits.changes ? changeLine(receipt, streak) : null,
    checkError ? checkErrorLine(checkError) : null,
    ...(after && picture ? pictureLines(after, picture) : [before && moved(facts, before)]),
  ];
  const pictures = picturesOf(facts);
  return {
    ok: true,
    text: lines.filter((line) => line !== null).join('\n'),
    outcome: isProven(facts) ? 'performed' : 'unverified',
    ...(pictures.length > 0 ? { pictures } : {}),
  };
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
  if (request.traits.target === 'none') return null;
  const { landed } = output.receipt;
  return landed ? `The pointer is at ${pointWords(view, landed)} of view ${view.id}.` : viewLine(view);
}

function doneWords({ request, before }: ActionFacts): string {
  const { name, points } = request;
  const [first, second] = points;
  if (!before || !first) return `${name}.`;
  const target = second ? `${pointWords(before, first)} to ${pointWords(before, second)}` : pointWords(before, first);
  return `${name} at ${target}.`;
}

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
  if (receipt?.dispatch !== 'sent') throw refusal;
  return { picture: null, receipt, checkError: { code: refusal.code, message: refusal.message } };
}

function withPictures(failure: ToolFailure, facts: ActionFacts): ToolFailure {
  const { after, output } = facts;
  const pictures = picturesOf(facts);
  if (!after || !output.picture) return failure;
  return { ...failure, text: [failure.text, ...pictureLines(after, output.picture)].join('\n'), pictures };
}

/** The look before, which the model has already seen, and the one after, with the aimed and the reached point. */
function picturesOf({ request, before, after, output }: ActionFacts): ToolPicture[] {
  if (!request.traits.changes) return [];
  const pictures: ToolPicture[] = [];
  const aimed = request.points[0];
  const landed = output.receipt.landed ?? request.points.at(-1);
  if (before) pictures.push({ ...toPicture(before, 'before', `${place(before)} before ${request.name}`, aimed) });
  if (after) pictures.push(toPicture(after, 'after', `${place(after)} after ${request.name}`, landed));
  return pictures;
}

function place(view: View): string {
  return view.region ? `a part of display ${view.display}` : `display ${view.display}`;
}

function toPicture(view: View, role: ToolPicture['role'], alt: string, point?: Point): ToolPicture {
  const { data, mime, width, height } = view;
  const marked = point ? { point: { x: point.x, y: point.y } } : {};
  return { data, mime, width, height, role, alt, ...marked, forModel: role !== 'before' };
}
