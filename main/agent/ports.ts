/** Time. Tests hand over their own. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Randomness: unique ids and secrets. */
export interface Ids {
  /** A short unique id with a prefix, for example `msg_…`; sorts by creation. */
  next(prefix: string): string;
  /** `bytes` of randomness in an unambiguous alphabet. */
  secret(bytes: number): string;
}

/** Structured log lines; every value passes the redactor before it is written. Must not throw. */
export interface Log {
  info(event: string, fields?: Record<string, unknown>): void;
  warn(event: string, fields?: Record<string, unknown>): void;
  error(event: string, fields?: Record<string, unknown>): void;
}
