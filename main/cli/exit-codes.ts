/** What `fermix` ends with; documented in docs/cli.md. */
export const EXIT = {
  ok: 0,
  /** The turn, the tool or a check failed. */
  failed: 1,
  usage: 2,
  /** A gate said no: policy, approval, or not the owner in person. */
  refused: 3,
  /** No host could be reached or started. */
  noHost: 4,
  /** The key of the chosen model can be read by the app alone. */
  secretNeedsApp: 5,
  timeout: 124,
  hangup: 129,
  interrupted: 130,
  terminated: 143,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
