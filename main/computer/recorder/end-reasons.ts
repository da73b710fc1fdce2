/** Reasons with which a session ends that did not go as it should. Every other one is somebody's wish. */
const FAULTS: ReadonlySet<string> = new Set(['helper_gone', 'helper_fault', 'start_failed', 'control_unconfirmed']);

/** True for the end of a session that died; it must never look like one that finished. */
export function isFault(reason: string): boolean {
  return FAULTS.has(reason);
}
