import type { Probe } from '../../protocol/helper/operations.ts';
import type { ActionTraits } from './actions.ts';
import type { HelperLink } from './helper-link.ts';
import { probeRefusal } from './probe-rules.ts';
import { createViews, type Views } from './views.ts';

/** What a session knows of its helper. Views never outlive the helper that made them. */
export interface OpenHelper {
  readonly link: HelperLink;
  readonly views: Views;
  /** Null when it could not be asked: that counts as granted. */
  probe: Probe | null;
}

/** Asks what the system allows, once, without prompting. */
export async function openHelper(link: HelperLink): Promise<OpenHelper> {
  const probe = await link.probe().catch(() => null);
  return { link, views: createViews(link.hello.generation), probe };
}

/** Throws the Refusal of a missing permission. Asks again first, so that a grant counts at once. */
export async function checkPermission(helper: OpenHelper, traits: ActionTraits): Promise<void> {
  if (!probeRefusal(helper.probe, traits)) return;
  helper.probe = await helper.link.probe().catch(() => null);
  const refusal = probeRefusal(helper.probe, traits);
  if (refusal) throw refusal;
}

/** The promise's value; rejects with the signal's reason when it is aborted first. The promise itself goes on. */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([aborted, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
