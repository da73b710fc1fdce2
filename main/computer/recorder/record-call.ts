import type { ToolFailure, ToolResult } from '../../registry/capability.ts';
import { refusalReport } from '../action-report.ts';
import { actionWords } from '../action-words.ts';
import { COMPUTER_CODES, isComputerCode } from '../error-codes.ts';
import { Refusal, toFailure } from '../refusal.ts';
import type { ActionRequest } from '../validate.ts';
import type { RecordedCall, Recorder, ReportedResult } from './recorder-port.ts';

/** Performs one action of a session with a recorder beside it. A refusal becomes a result; other errors pass through. */
export async function recordCall(
  recorder: Recorder,
  call: RecordedCall,
  request: ActionRequest,
  perform: () => Promise<ToolResult>,
): Promise<ToolResult> {
  const { session } = call;
  const link = recorder.keeps(session) ? { session, recording: session } : { session };
  const wanted = actionWords(request.input, { ...refusalReport(request, new Refusal('busy')), ...link }, false);
  const keep = recorder.begin(call, request.input, wanted);
  const told = (result: ToolResult): ReportedResult => {
    const known = result.report ?? refusalReport(request, new Refusal('helper_fault'));
    const report = { ...known, ...link, ...(result.ok ? {} : { reason: ownerSentence(result) }) };
    return { ...result, report, title: result.title ?? actionWords(request.input, report, result.ok) };
  };
  try {
    const result = told(await perform());
    keep(result);
    return result;
  } catch (error) {
    if (!(error instanceof Refusal)) {
      keep(told({ ok: false, code: 'tool_error', text: 'The action failed by an error of the program itself.' }));
      throw error;
    }
    const result = told({ ...toFailure(error), report: refusalReport(request, error) });
    keep(result);
    return result;
  }
}

/** Codes whose sentence is a recipe for the model, with calls to copy. */
const RECIPES: ReadonlySet<string> = new Set(['region_mismatch', 'ambiguous_coordinates', 'target_changed']);

/** What happened, without the part that tells the model how to go on. */
function ownerSentence({ code, text }: ToolFailure): string {
  if (!isComputerCode(code)) return firstLine(text);
  const { message, hint } = COMPUTER_CODES[code];
  if (RECIPES.has(code)) return message;
  const line = firstLine(text);
  return hint !== '' && line.endsWith(hint) ? line.slice(0, -hint.length).trim() : line;
}

const firstLine = (text: string) => (text.split('\n', 1)[0] ?? '').slice(0, 1000);
