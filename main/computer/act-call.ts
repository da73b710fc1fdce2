import type { Config } from '../config/config-port.ts';
import type { ActCall } from './helper-link.ts';
import { type ActionRequest, toHelperAction } from './validate.ts';
import { clampRegion, sameRegion, type View } from './view.ts';

/** Check pictures of crops are JPEG: small, and only compared by eye. Whole displays stay PNG. */
const JPEG_QUALITY = 85;
/** A thumbnail older than this is no baseline for `wait_for_change`. */
const BASELINE_MS = 30_000;

/**
 * The request as the helper gets it. `view` is the one whose coordinates are used (null without coordinates), `current`
 * the latest picture. Regions come from the stored view, never from what the model repeated.
 */
export function actCall(
  request: ActionRequest,
  view: View | null,
  current: View | null,
  config: Config['computerUse'],
  now: number,
): ActCall {
  const { traits } = request;
  const aimed = traits.target !== 'none';
  const keys = traits.changes && !aimed;
  const region = aimed ? (view?.region ?? null) : traits.region === 'selects' ? request.region : null;
  const checkRegion = keys && request.region ? (current?.region ?? null) : region;
  const display = request.display ?? (keys ? current?.display : undefined) ?? config.display;
  return {
    display,
    region,
    check: traits.changes && config.screenshotAfter ? checkPicture(checkRegion) : null,
    annotate: true,
    ...(traits.disturbs && config.courtesy === 'yield' ? courteous(config) : {}),
    action: toHelperAction(request, request.points, baseline(request, display, current, now)),
    ...(aimed && view ? { facts: view.facts } : {}),
    ...lookOf(aimed ? view : keys ? current : null, request),
  };
}

/** The picture an action rests on: keys go where the last one showed the keyboard. Marks are found again by themselves. */
function lookOf(seen: View | null, { mark }: ActionRequest): Pick<ActCall, 'look'> {
  return seen?.look && mark === null ? { look: seen.look } : {};
}

/** The helper looks once more right before the first event: the person may have begun since the host asked it. */
function courteous({ courtesyIdleMs }: Config['computerUse']): Pick<ActCall, 'stopOnHumanInput' | 'quietMs'> {
  return { stopOnHumanInput: true, quietMs: courtesyIdleMs };
}

function checkPicture(region: ActCall['region']): NonNullable<ActCall['check']> {
  return region ? { region, format: 'jpeg', quality: JPEG_QUALITY } : { region, format: 'png', quality: 100 };
}

/** What the model last saw of the same place: a change that came while it was thinking counts too (9.2). */
function baseline(request: ActionRequest, display: number, current: View | null, now: number): string | undefined {
  if (request.name !== 'wait_for_change' || !current || current.display !== display) return undefined;
  if (now - current.createdAt >= BASELINE_MS) return undefined;
  return sameRegion(current.region, clampRegion(current, request.region)) ? current.thumb : undefined;
}
