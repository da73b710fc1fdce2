import type { Receipt } from '../../protocol/helper/act.ts';
import type { Json } from '../../protocol/json.ts';
import { RemoteError } from '../../protocol/rpc/remote-error.ts';

export const NO_TIMINGS = { input: 0, settle: 0, capture: 0, encode: 0 };

/** The receipt of an action that only looked. */
export function readReceipt(timingsMs: Receipt['timingsMs'] = NO_TIMINGS): Receipt {
  return { dispatch: 'read', delivery: 'n/a', effect: 'unknown', timingsMs };
}

/** The receipt of an action of which nothing went out. */
export const nothingSent = (): Receipt => ({
  dispatch: 'not_sent',
  delivery: 'n/a',
  effect: 'unknown',
  timingsMs: NO_TIMINGS,
});

/** The same error with what went out of the action. */
export function withReceipt(error: RemoteError, receipt: Receipt): RemoteError {
  // A receipt is plain data; JSON drops what is undefined.
  const plain: Json = JSON.parse(JSON.stringify(receipt));
  return new RemoteError(error.code, error.message, { ...error.data, receipt: plain });
}
