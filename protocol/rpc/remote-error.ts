import type { JsonObject } from '../json.ts';

/** JSON-RPC numbers in use; application errors carry a stable string in `data.code`. */
export const RPC_CODES = {
  application: -32000,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
} as const;

/** The error member of a JSON-RPC reply. */
export interface ErrorBody {
  code: number;
  message: string;
  data?: JsonObject;
}

/** A failure of the other side, rebuilt from the wire. Compare `code`, never the message. */
export class RemoteError extends Error {
  /** `data.code` of the reply, or one of `invalid_params`, `method_not_found`, `internal`, `closed`, `timeout`, `aborted`. */
  readonly code: string;
  readonly data: JsonObject;

  constructor(code: string, message: string, data: JsonObject = {}) {
    super(message);
    this.name = 'RemoteError';
    this.code = code;
    this.data = data;
  }
}

/** The wire form of an error thrown by a handler: only a RemoteError's own words cross. */
export function toErrorBody(error: unknown): ErrorBody {
  if (error instanceof RemoteError) {
    const code = error.code === 'invalid_params' ? RPC_CODES.invalidParams : RPC_CODES.application;
    return { code, message: error.message, data: { ...error.data, code: error.code } };
  }
  return { code: RPC_CODES.internal, message: 'Internal error.', data: { code: 'internal' } };
}

/** Back from the wire. */
export function fromErrorBody(body: ErrorBody): RemoteError {
  const named = body.data?.['code'];
  if (typeof named === 'string') return new RemoteError(named, body.message, body.data);
  const code = body.code === RPC_CODES.methodNotFound ? 'method_not_found' : 'internal';
  return new RemoteError(code, body.message, body.data);
}
