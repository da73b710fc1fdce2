import { RemoteError } from '../../protocol/rpc/remote-error.ts';

/** Our codes are lower case words; those of the system (`ENOENT`) say nothing to a user. */
const OWN_CODE = /^[a-z][a-z_]*$/;

/** An error the host throws on purpose: a stable code, a sentence, and what to do about it. */
export interface TypedError {
  code: string;
  message: string;
  /** A sentence or a Remedy. */
  remedy: unknown;
}

/** Null for a bug and for the system's own errors. */
export function readTypedError(error: unknown): TypedError | null {
  if (!(error instanceof Error)) return null;
  const { code, remedy } = error as Error & { code?: unknown; remedy?: unknown };
  return typeof code === 'string' && OWN_CODE.test(code) ? { code, message: error.message, remedy } : null;
}

/** The same for the local socket; anything that is not typed stays what it is. */
export function toRemoteError(error: unknown): unknown {
  const typed = readTypedError(error);
  if (!typed || error instanceof RemoteError) return error;
  const { code, message, remedy } = typed;
  return new RemoteError(code, message, typeof remedy === 'string' ? { remedy } : {});
}
