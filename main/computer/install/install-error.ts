/** Why an installation of the helper ended. The page shows the sentence; docs/installation.md lists the codes. */
export const INSTALL_CODES = [
  'install_cancelled',
  'install_not_published',
  'install_needs_restart',
  'install_start_failed',
  'install_no_space',
  'install_no_rights',
  'install_failed',
  'package_damaged',
  'download_unreachable',
  'download_untrusted',
  'download_interrupted',
  'download_stalled',
  'download_refused',
  'download_too_large',
  'download_digest_mismatch',
  'archive_damaged',
  'archive_unexpected_entry',
] as const;
export type InstallCode = (typeof INSTALL_CODES)[number];

/** An installation that did not happen. Nothing of it is left where the helper is trusted. */
export class InstallError extends Error {
  readonly code: InstallCode;
  /** What was downloaded so far is kept: another try goes on from there. */
  readonly resumable: boolean;

  constructor(code: InstallCode, message: string, { resumable = false }: { resumable?: boolean } = {}) {
    super(message);
    this.name = 'InstallError';
    this.code = code;
    this.resumable = resumable;
  }
}

const NO_RIGHTS = new Set(['EACCES', 'EPERM', 'EROFS']);
const NO_SPACE = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Any failure of an installation as one with a code; `folder` is where it was writing. */
export function toInstallError(error: unknown, folder: string): InstallError {
  if (error instanceof InstallError) return error;
  const { code = '', message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) };
  if (NO_SPACE.has(code))
    return new InstallError(
      'install_no_space',
      `The disk that holds ${folder} is full. Free about 300 MB and try again.`,
    );
  if (NO_RIGHTS.has(code))
    return new InstallError(
      'install_no_rights',
      `Fermix may not write in ${folder}. Give your user the right to, then try again.`,
    );
  return new InstallError('install_failed', `The helper could not be installed: ${message}`);
}
