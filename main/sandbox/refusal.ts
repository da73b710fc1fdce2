import type { Remedy } from '../../protocol/conversation/message.ts';

/** Why a path was not reached. Every code is listed in docs/sandbox.md. */
export type PathCode =
  | 'invalid_path'
  | 'too_many_symlinks'
  | 'path_error'
  | 'protected_path'
  | 'blocked_root'
  | 'outside_root'
  | 'missing_working_dir'
  | 'invalid_working_dir';

/** A refusal as a value; it has the shape of a failed tool result, so that a tool can return it as it is. */
export interface Refusal<Code extends string = string> {
  ok: false;
  code: Code;
  text: string;
  remedy?: Remedy;
  outcome: 'refused' | 'failed';
}

/** A refusal by policy or by bad input: nothing was tried. */
export function refuse<Code extends string>(code: Code, text: string, remedy?: Remedy): Refusal<Code> {
  return { ok: false, code, text, outcome: 'refused', ...(remedy ? { remedy } : {}) };
}

/** The operation was tried and did not work. */
export function fail<Code extends string>(code: Code, text: string): Refusal<Code> {
  return { ok: false, code, text, outcome: 'failed' };
}

const DENIALS: Record<'protected_path' | 'blocked_root' | 'outside_root', string> = {
  protected_path:
    'It holds keys, settings or system files and is protected in every sandbox mode, also inside granted folders. ' +
    'Explain to the owner what you needed and which command they could run themselves; do not ask for access to it.',
  blocked_root:
    'The owner has blocked this folder in the sandbox settings. Explain to the owner what you needed; do not ask for access to it.',
  outside_root:
    'It is outside the folders the agent may use. If the task needs it, call request_directory_access for its folder; ' +
    'the owner can also allow it in the settings or with the command "fermix grant path".',
};

/** The sentence for a denied path: it names the canonical path and the next move. */
export function denyPath(code: keyof typeof DENIALS, path: string): Refusal<PathCode> {
  const text = `Access to ${shown(path)} was refused (${code}). ${DENIALS[code]}`;
  if (code !== 'outside_root') return refuse(code, text);
  return refuse(code, text, { label: 'Allow the folder', page: 'settings' });
}

/** A path as part of a sentence: never longer than a line or two. */
export function shown(path: string): string {
  return path.length > 300 ? `${path.slice(0, 297)}…` : path;
}

const ERRNO_WORDS: Record<string, string> = {
  EACCES: 'permission was denied',
  EPERM: 'the system does not permit it',
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
  EROFS: 'the file system is read-only',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many files are open',
  EDQUOT: 'the disk quota is used up',
  EBUSY: 'it is in use',
  ELOOP: 'there are too many links',
};

/** The `code` of a system error, or an empty string. */
export function errno(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  return typeof code === 'string' ? code : '';
}

/** A system error in words. */
export function errorWords(error: unknown): string {
  return ERRNO_WORDS[errno(error)] ?? (error instanceof Error ? error.message : String(error));
}
