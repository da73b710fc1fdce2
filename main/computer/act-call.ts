import type { Config } from '../config/config-port.ts';
import type { Aim } from './aim.ts';
import { toHelperAction } from './helper-action.ts';
import type { ActCall } from './helper-link.ts';
import type { ActionRequest } from './validate.ts';
import { clampRegion, sameRegion, type View } from './view.ts';

/** Check pictures of crops are JPEG: small, and only compared by eye. Whole displays stay PNG. */
const JPEG_QUALITY = 85;
/** A thumbnail older than this is no baseline for `wait_for_change`. */
const BASELINE_MS = 30_000;

/**
 * The request as the helper gets it. `current` is the latest view. Regions come from the stored view, never from what
 * the model repeated.
 */
export function actCall(
  request: ActionRequest,
  aim: Aim,
  current: View | null,
  config: Config['computerUse'],
  now: number,
): ActCall {
  const { traits } = request;
  const { display, view } = aim;
  const byPointer = traits.target === 'point' || traits.target === 'drag';
  const checks = traits.changes && traits.target !== 'control' && config.screenshotAfter;
  return {
    display,
    region: byPointer || traits.region === 'selects' ? aim.region : null,
    check: checks ? checkPicture(aim.region) : null,
    annotate: true,
    ...(traits.disturbs && config.courtesy === 'yield' ? courteous(config) : {}),
    action: toHelperAction(request, aim, baseline(request, aim, current, now)),
    ...(byPointer && view ? { facts: view.facts } : {}),
    ...(byPointer && aim.control ? { element: aim.control.target } : {}),
    ...(traits.disturbs && aim.control?.guessed !== false ? lookOf(view) : {}),
  };
}

/**
 * The picture an action rests on: keys go where the last one showed the keyboard. Controls are found again by
 * themselves, and points of a list were read from the program and not from a picture.
 */
function lookOf(seen: View | null): Pick<ActCall, 'look'> {
  return seen?.look ? { look: seen.look } : {};
}

/** The helper looks once more right before the first event: the person may have begun since the host asked it. */
function courteous({ courtesyIdleMs }: Config['computerUse']): Pick<ActCall, 'stopOnHumanInput' | 'quietMs'> {
  return { stopOnHumanInput: true, quietMs: courtesyIdleMs };
}

function checkPicture(region: ActCall['region']): NonNullable<ActCall['check']> {
  return region ? { region, format: 'jpeg', quality: JPEG_QUALITY } : { region, format: 'png', quality: 100 };
}

/** What the model last saw of the same place: a change that came while it was thinking counts too (9.2). */
function baseline(request: ActionRequest, aim: Aim, current: View | null, now: number): string | undefined {
  if (request.name !== 'wait_for_change' || !current || current.display !== aim.display) return undefined;
  if (now - current.createdAt >= BASELINE_MS) return undefined;
  return sameRegion(current.region, clampRegion(current, aim.region)) ? (current.thumb ?? undefined) : undefined;
}
