/** Codes of the tools that delegate, with what each means. */
export const DELEGATION_CODES = {
  no_source_trust: 'The run that calls has no trust of its own to hand down.',
  recursion: 'A worker cannot start further workers.',
  invalid_tasks: 'There are no tasks or too many, or one has no id, no text, or the id of another.',
  invalid_concurrency: 'max_concurrency is out of its range.',
  invalid_timeout: 'timeout_seconds is out of its range.',
  invalid_route: 'The model that was asked for cannot be used. No worker was started.',
} as const;
