import { holdsMarker } from './child-marker.ts';
import { readAncestry } from './process-facts.ts';

/** What the host takes a local process for. Never read from a field the process controls. */
export interface Standing {
  /** A person sits there: it has a controlling terminal and does not descend from a host. */
  attended: boolean;
  /** A host started it, directly or through others. */
  selfStarted: boolean;
  /** One sentence for messages and the log. */
  reason: string;
}

/**
 * Reads the process, its terminal and its ancestors from /proc. A host holds its own marker open and its tools' children
 * inherit it, so one look at the descriptors of the chain finds both plain and double-forked descendants. Where /proc
 * cannot tell (other systems, a chain that cannot be read) the process is unattended.
 */
export function deriveStanding(pid: number): Standing {
  const chain = readAncestry(pid);
  const self = chain?.[0];
  if (!chain || !self) {
    const reason = 'The calling process could not be examined, so it is taken for unattended.';
    return { attended: false, selfStarted: false, reason };
  }
  if (chain.some((one) => holdsMarker(one.pid) === true))
    return { attended: false, selfStarted: true, reason: 'The command was started by Fermix itself.' };
  if (holdsMarker(pid) === null) {
    const reason = 'The calling process belongs to somebody else, so it is taken for unattended.';
    return { attended: false, selfStarted: false, reason };
  }
  if (!self.terminal)
    return { attended: false, selfStarted: false, reason: 'The command was run without a controlling terminal.' };
  return { attended: true, selfStarted: false, reason: 'The command was run at a terminal.' };
}
