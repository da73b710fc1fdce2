/** Refusals that every tool with a path shares. */
export const PATH_CODES = {
  invalid_path: 'The path is empty, too long, or contains a NUL byte or broken Unicode.',
  too_many_symlinks: 'The path leads through more than 64 links, or became a link while it was being opened.',
  path_error: 'A part of the path cannot be looked at.',
  protected_path: 'Keys, settings and system files are protected in every mode, also inside granted folders.',
  blocked_root: 'The owner has blocked this folder.',
  outside_root: 'The path is outside the folders the agent may use.',
} as const;

export const PATH_CODE_NAMES = [
  'invalid_path',
  'too_many_symlinks',
  'path_error',
  'protected_path',
  'blocked_root',
  'outside_root',
] as const satisfies readonly (keyof typeof PATH_CODES)[];
