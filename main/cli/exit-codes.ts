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

const BY_CODE: Readonly<Record<string, ExitCode>> = {
  closed: EXIT.noHost,
  incompatible_version: EXIT.noHost,
  secret_needs_app: EXIT.secretNeedsApp,
};

/** Codes of gates: nothing ran, because this caller may not. */
const GATE_CODES: ReadonlySet<string> = new Set([
  'unknown_capability',
  'not_in_person',
  'agent_has_input',
  'not_attended',
  'unattended',
  'not_enabled',
  'unattended_origin',
  'subagent_denied',
  'shared_conversation',
  'guest_denied',
  'strict_mode',
  'paused',
  'operator_stopped',
  'own_window',
  'sandbox_denied',
  'unsafe_root',
  'protected_path',
  'blocked_root',
  'outside_root',
  'sandbox_hardline',
]);

/** The exit code of a failure by its stable code. */
export function exitCodeOf(code: string): ExitCode {
  if (GATE_CODES.has(code)) return EXIT.refused;
  return Object.hasOwn(BY_CODE, code) ? (BY_CODE[code] ?? EXIT.failed) : EXIT.failed;
}

/** A tool's own time limit is a failure of the tool; only ours ends with 124. */
export function exitCodeOfTool(code: string | undefined): ExitCode {
  return code !== undefined && GATE_CODES.has(code) ? EXIT.refused : EXIT.failed;
}
