import { type Receipt, receipt as receiptShape } from '../../protocol/helper/act.ts';
import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import { type ComputerCode, isComputerCode } from './error-codes.ts';
import { Refusal } from './refusal.ts';
import { plainLine } from './result-text.ts';
import type { ActionRequest } from './validate.ts';

/** What is left after a failed action. */
export interface ActFailure {
  refusal: Refusal;
  /** The session can no longer be used. */
  reset: boolean;
  /** The action ran out of time: counts for the capture breaker. */
  wedged: boolean;
  /** What the helper said went out, when it said so. */
  receipt: Receipt | null;
}

/** Failures after which nothing the helper says could be trusted, or after which it is gone. */
const BROKEN = new Set(['timeout', 'closed', 'protocol_error', 'internal', 'method_not_found', 'stale_seq']);

/** A failed `act` in the words and codes of the tool. What disturbs may have gone out. */
export function actFailure(
  error: unknown,
  { request, paused }: { request: ActionRequest; paused: boolean },
): ActFailure {
  const { disturbs } = request.traits;
  const remote = error instanceof RemoteError ? error : new RemoteError('internal', 'The helper failed.');
  const parsed = receiptShape.safeParse(remote.data['receipt']);
  const receipt = parsed.success ? parsed.data : null;
  const wedged = remote.code === 'timeout';
  if (remote.code === 'stale_authority') {
    const refusal = paused ? new Refusal('paused') : new Refusal('protocol_error');
    return { refusal, reset: !paused, wedged, receipt };
  }
  if (remote.code === 'not_released') {
    const words = `${plainLine(remote.message)} The helper is ended and the next one releases it.`;
    return { refusal: new Refusal('outcome_unknown', words, {}, 'unknown'), reset: true, wedged, receipt: null };
  }
  // Without a receipt nobody knows what went out, whatever else the answer says.
  const isUnproven = disturbs && !receipt && !BROKEN.has(remote.code);
  if (isUnproven) return { refusal: brokenRefusal('protocol_error', disturbs), reset: true, wedged, receipt };
  if (BROKEN.has(remote.code) || !isComputerCode(remote.code))
    return { refusal: brokenRefusal(remote.code, disturbs), reset: true, wedged, receipt };
  const dispatch = receipt?.dispatch ?? (disturbs ? 'not_sent' : 'read');
  if (paused && remote.code === 'interrupted' && dispatch === 'not_sent')
    return { refusal: new Refusal('paused'), reset: false, wedged, receipt };
  // The person was there first: the same answer as when that is seen before the helper is asked.
  if (remote.code === 'interrupted' && remote.data['reason'] === 'human' && dispatch === 'not_sent')
    return { refusal: new Refusal('user_active'), reset: false, wedged, receipt };
  const code = nameOfStale(remote.code, request);
  const refusal = new Refusal(code, plainLine(remote.message) || undefined, detailOf(remote), dispatch);
  return { refusal, reset: false, wedged, receipt };
}

/** A control that is gone is told in the words it was named with: by its mark or by its ref. */
function nameOfStale(code: ComputerCode, { mark }: ActionRequest): ComputerCode {
  if (code !== 'stale_mark' && code !== 'stale_element') return code;
  return mark === null ? 'stale_element' : 'stale_mark';
}

function brokenRefusal(code: string, disturbs: boolean): Refusal {
  const why: Record<string, string> = {
    timeout: 'did not answer in time',
    closed: 'ended',
    protocol_error: 'made no sense',
  };
  const words = why[code] ?? 'failed';
  if (disturbs) {
    const text = `The helper ${words} while the action ran; it may or may not have happened.`;
    return new Refusal('outcome_unknown', text, { reason: code }, 'unknown');
  }
  if (code === 'protocol_error') return new Refusal('protocol_error');
  return new Refusal('not_dispatched', `The helper ${words} while looking; no input was sent.`, { reason: code });
}

/** Codes whose reason tells what to do next. */
const REASONED = new Set(['interrupted', 'target_changed', 'stale_mark', 'stale_element']);

function detailOf({ code, data }: RemoteError) {
  const { detail, reason } = data;
  return {
    ...(detail === undefined ? {} : { detail }),
    ...(REASONED.has(code) && typeof reason === 'string' ? { reason } : {}),
  };
}
