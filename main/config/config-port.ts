import type { Effort } from '../agent/model-client.ts';
import type { DeferralSettings } from '../registry/deferral/settings.ts';

export type SandboxMode = 'strict' | 'standard' | 'open';

/** One block `[fermix_core.providers.<name>]`. `apiKey` is a reference such as `@keychain`, or plaintext found there. */
export interface ProviderConfig {
  primary: boolean;
  defaultModel: string | null;
  baseUrl: string | null;
  apiKey: string | null;
  reasoningEffort: Effort | null;
  /** The owner's word on how many tokens `defaultModel` reads, where the catalogue is wrong or silent. */
  contextWindow: number | null;
}

/** Runs that may have a model of their own. */
export type RoutePurpose = 'subagent' | 'cron' | 'meeting';

/** One overlay of `[fermix_core.routing]`; what is null comes from the main model. */
export interface RouteOverlay {
  provider: string | null;
  model: string | null;
  effort: Effort | null;
}

/** `[fermix_core.routing]`. */
export interface RoutingConfig extends Record<RoutePurpose, RouteOverlay> {
  /** Providers that stand in, in this order; null: every connected one in the order of the table. */
  fallbackOrder: string[] | null;
}

/** `[fermix_core.memory]`. Tokens are counted as four bytes. */
export interface MemoryConfig {
  enabled: boolean;
  ownerId: string;
  agentId: string;
  /** Absolute folder of the generated profile files, one folder an agent below it. */
  promptBaseDir: string;
  userTokenCap: number;
  memoryTokenCap: number;
  /** 0 switches the review off. */
  reviewIntervalHours: number;
  reviewMaxMessages: number;
  reviewInputTokens: number;
  reviewFailureBackoffMs: number;
  minConfidence: number;
}

/** The whole of config.toml, checked, with defaults filled in. */
export interface Config {
  agentName: string;
  providers: Record<string, ProviderConfig>;
  routing: RoutingConfig;
  sandbox: {
    mode: SandboxMode;
    workspaceRoot: string;
    allowedRoots: string[];
    blockedRoots: string[];
    env: { mode: 'selected' | 'all'; allow: string[]; deny: string[] };
  };
  computerUse: {
    enabled: boolean;
    display: number;
    screenshotAfter: boolean;
    maxActions: number;
    maxRetainedScreenshots: number;
    courtesy: 'yield' | 'off';
    courtesyIdleMs: number;
    /** Chords that work everywhere on the desktop; empty for none. */
    pauseShortcut: string;
    stopShortcut: string;
    recordingDays: number;
    background: boolean;
  };
  compaction: { enabled: boolean; threshold: number; reasoningEffort: Effort };
  memory: MemoryConfig;
  toolSearch: DeferralSettings;
  /** `[fermix_desktop]`, keys of this app; days a stored picture and a day of traces are kept (0: no traces). */
  desktop: { theme: 'system' | 'light' | 'dark'; imageDays: number; traceDays: number };
}

/** A value a key may have in the file. */
export type ConfigValue = string | number | boolean | string[];

/**
 * The one reader and writer of `<home>/config.toml`. Writing keeps comments and order, is atomic and mode 0600.
 * A bad file stops the start with a ConfigError naming file, line and key; a bad write changes nothing.
 */
export interface ConfigStore {
  readonly path: string;
  current(): Config;
  /**
   * Sets dotted keys (`sandbox.mode`, `fermix_core.providers.anthropic.default_model`); null removes one. Throws
   * ConfigError: `invalid_value`, `unknown_key`, `settings_changed_outside` naming the changed sections, or
   * `disk_full`.
   */
  write(changes: Record<string, ConfigValue | null>): Promise<void>;
  /** Reads the file again; the one way out of `settings_changed_outside`. */
  reload(): Promise<void>;
  /** Names of sections changed by somebody else since we read or wrote; empty when none. */
  changedOutside(): Promise<string[]>;
  onChange(listener: (config: Config) => void): () => void;
}

export class ConfigError extends Error {
  readonly code:
    | 'invalid_config'
    | 'invalid_value'
    | 'unknown_key'
    | 'settings_changed_outside'
    | 'unreadable'
    | 'disk_full';
  readonly remedy: string | undefined;
  constructor(code: ConfigError['code'], message: string, remedy?: string) {
    super(message);
    this.name = 'ConfigError';
    this.code = code;
    this.remedy = remedy;
  }
}
