import type { SecretBackend } from '../../protocol/ipc/shapes.ts';

/**
 * Keys and tokens by the name of their environment variable, for example `ANTHROPIC_API_KEY`. In the app Electron's
 * safeStorage is behind it; in a host started by the CLI only the environment can be read. Values never reach a log,
 * the window, config.toml or a child.
 */
export interface SecretStore {
  readonly backend: SecretBackend;
  /** Said under Settings > Model when the backend only obfuscates or is missing; null when all is well. */
  readonly note: string | null;
  /** Presence without reading a value. */
  has(name: string): boolean;
  /** The value; `secret_needs_app` when only the app can read it, `missing` when there is none. */
  read(
    name: string,
  ): Promise<{ ok: true; value: string } | { ok: false; code: 'secret_needs_app' | 'missing' | 'unreadable' }>;
  /** Rejects with code `no_secret_store` when nothing can keep it. */
  write(name: string, value: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** Thrown by `write` and `remove`. */
export class SecretError extends Error {
  readonly code: 'no_secret_store' | 'secret_store_failed';
  constructor(code: SecretError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SecretError';
    this.code = code;
  }
}
