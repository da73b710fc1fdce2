import { hasChildLimit, holdsMarker } from './child-marker.ts';
import { readAncestry, readProcess } from './process-facts.ts';

/** What the host takes a local process for. Never read from a field the process controls. */
export interface Standing {
  /** A person sits there: it has a controlling terminal and does not descend from a host. */
  attended: boolean;
  /** A host started it, directly or through others; or it did not show, where it could have, that this is not so. */
  selfStarted: boolean;
  /** One sentence for messages and the log. */
  reason: string;
}

/** A process that did not prove its pid. Where there is a /proc it could have, so it is taken for the least of all. */
export function unprovenStanding(hasProc: boolean): Standing {
  const words = 'The calling process did not show who it is';
  return hasProc
    ? { attended: false, selfStarted: true, reason: `${words}, so it is taken for one that Fermix started.` }
    : { attended: false, selfStarted: false, reason: `${words}, so it is taken for unattended.` };
}

/**
 * Reads the process, its terminal and its ancestors from /proc. What a tool started carries a limit that cannot be lifted
 * and inherits the marker that its host holds open, so that a look at the chain finds plain, double-forked and detached
 * descendants, of any host. What cannot be told otherwise (other systems, a chain that cannot be read) is unattended.
 */
export function deriveStanding(pid: number): Standing {
  const self = readProcess(pid);
  const chain = readAncestry(pid);
  const descends = [pid, ...(chain ?? []).map((one) => one.pid)].some(
    (one) => hasChildLimit(one) || holdsMarker(one) === true,
  );
  const isForeign = holdsMarker(pid) === null;
  // A process that ended meanwhile would look like one without any mark.
  if (process.platform === 'linux' && (!self || readProcess(pid)?.startTicks !== self.startTicks))
    return { attended: false, selfStarted: true, reason: 'The calling process ended before it could be examined.' };
  if (descends) return { attended: false, selfStarted: true, reason: 'The command was started by Fermix itself.' };
  if (!self || !chain || isForeign) {
    const reason = 'The calling process could not be examined, so it is taken for unattended.';
    return { attended: false, selfStarted: false, reason };
  }
  if (!self.terminal)
    return { attended: false, selfStarted: false, reason: 'The command was run without a controlling terminal.' };
  return { attended: true, selfStarted: false, reason: 'The command was run at a terminal.' };
}
