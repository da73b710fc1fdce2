import { z } from 'zod';
import type { ImageRef, Outcome, Remedy } from '../conversation/message.ts';
import type { JsonObject } from '../json.ts';

export type RemedyShape = Remedy;

/** One row of the Tools page and of `fermix tools --json`. */
export interface ToolInfo {
  name: string;
  category: string;
  policy: string;
  ownerOnly: boolean;
  source: string;
  registered: boolean;
  advertised: boolean;
  /** Why it is not registered or not advertised; null when it is. */
  reason: string | null;
  description: string;
  inputSchema: JsonObject;
}

/** A slash command, for the menu of the message field and for `/help`. */
export interface CommandInfo {
  /** With its slash. */
  name: string;
  aliases: string[];
  /** What follows the name, for example `path DIR`; empty when nothing does. */
  usage: string;
  summary: string;
  /** Who may use it, in words. */
  who: string;
  /** Words that may follow the name, with what each does. */
  words: { word: string; summary: string }[];
}

export interface ToolRunResult {
  ok: boolean;
  code: string | null;
  outcome: Outcome;
  text: string;
  images: ImageRef[];
  durationMs: number;
  remedy?: Remedy;
}

/** Where keys are kept; `basic_text` only obfuscates and the page says so. */
export type SecretBackend = 'keychain' | 'basic_text' | 'environment' | 'none';

export interface ProviderState {
  id: string;
  label: string;
  /** The settings have it. What is not connected is only on offer. */
  connected: boolean;
  kind: 'anthropic' | 'openai' | 'google' | 'compatible';
  baseUrl: string | null;
  /** From the reference alone: no key is read to draw a page. */
  key: 'none' | 'stored' | 'environment' | 'not_needed';
  model: string | null;
  primary: boolean;
  /** What it asks for: a key, an address of its own. */
  needs: { key: 'required' | 'optional'; address: boolean };
  /** It has levels of reasoning effort. */
  effort: boolean;
  /** Its last failure, when it has not answered since. */
  trouble: { at: number; message: string; replacedBy?: string } | null;
}

/** Which model a kind of run uses; what is null comes from the main model. */
export interface RouteState {
  provider: string | null;
  model: string | null;
  effort: string | null;
}

export interface RoutingState {
  subagent: RouteState;
  cron: RouteState;
  meeting: RouteState;
  /** Who stands in when the model in use fails, in order, by provider id. */
  standIns: string[];
  /** The order is the owner's own, not the usual one. */
  ownOrder: boolean;
}

export interface ModelState {
  /** `direct` when no model is connected. */
  current: {
    id: string;
    label: string;
    effort: string | null;
    /** Tokens it reads; null while nobody has said. */
    contextWindow: number | null;
  };
  providers: ProviderState[];
  routing: RoutingState;
  secretBackend: SecretBackend;
  secretNote: string | null;
}

/** A model server that answered on this computer. */
export interface LocalServer {
  name: string;
  baseUrl: string;
  models: string[];
}

export interface ModelChoice {
  id: string;
  label: string;
  vision: boolean;
  contextWindow: number | null;
  /** Longest answer in tokens. */
  maxOutput: number | null;
  /** US dollars for a million tokens. */
  price: { input: number; output: number } | null;
  efforts: string[];
}

/** A provider of the host's table, or `custom` with a base URL. */
export const modelConnect = z.object({
  provider: z.string().min(1).max(50),
  baseUrl: z.string().max(2000).optional(),
  key: z.string().min(1).max(4096).optional(),
  model: z.string().min(1).max(200),
});
export type ModelConnect = z.infer<typeof modelConnect>;

export const modelSelect = z.object({
  provider: z.string().min(1).max(50),
  model: z.string().min(1).max(200),
  effort: z.enum(['none', 'low', 'medium', 'high', 'xhigh', 'max']).nullable(),
});

const effortOrNone = z.enum(['none', 'low', 'medium', 'high', 'xhigh', 'max']).nullable();

export const modelRoute = z.object({
  purpose: z.enum(['subagent', 'cron', 'meeting']),
  provider: z.string().min(1).max(50).nullable(),
  model: z.string().max(200).nullable(),
  effort: effortOrNone,
});

export const modelFallbacks = z.object({ order: z.array(z.string().min(1).max(50)).max(50).nullable() });

export interface ConnectResult {
  state: ModelState;
  /** How long the test call took. */
  answeredMs: number;
}

export interface PermissionRow {
  id: string;
  label: string;
  state: 'granted' | 'denied' | 'not_asked' | 'unknown' | 'not_applicable' | 'unavailable';
  message: string;
  /** The exact step that grants it. */
  step: string | null;
  /** The system can be asked to show its own question; only ever after a press on a button. */
  canAsk?: boolean;
}

export interface DoctorRow {
  id: string;
  status: 'ok' | 'warn' | 'fail';
  message: string;
  remedy?: string;
  /** The remedy as a press of a button: leads to a page, or copies a command. */
  action?: Remedy;
}

/** A chord that works everywhere on the desktop. */
export interface ShortcutState {
  /** As people read it, such as `Ctrl+Alt+Shift+P`; null when none is set. */
  label: string | null;
  /** `off`: none is set, or computer use is switched off. */
  status: 'works' | 'taken' | 'unavailable' | 'off';
  /** Why it does not work and what to do; null while there is nothing to say. */
  note: string | null;
}

/** How far an installation of the helper is, in bytes; `starting` has none. */
export interface HelperProgress {
  step: 'copying' | 'downloading' | 'unpacking' | 'starting';
  done: number;
  total: number;
}

/** The helper's files in this home. */
export interface HelperInstall {
  /** `development`: the build output runs as it is, nothing is installed. */
  state: 'unsupported' | 'development' | 'absent' | 'installing' | 'installed' | 'update_available' | 'error';
  /** The version this build goes with; empty where it has none. */
  version: string;
  /** A version on disk that this build cannot use. */
  olderVersion: string | null;
  /** Where an installation would take the files from: what came with the app, or the release address. */
  source: 'package' | 'download' | null;
  /** What has to be copied or downloaded. */
  bytes: number | null;
  progress: HelperProgress | null;
  /** Why the last installation failed, or why what is installed is not started. */
  problem: { code: string; message: string; resumable: boolean } | null;
  /** It was removed since the start of the host. */
  removed: boolean;
}

export interface ComputerState {
  supported: boolean;
  /** Why not, in one sentence. */
  unsupportedReason: string | null;
  enabled: boolean;
  /** The helper can be started as it is. */
  installed: boolean;
  helperVersion: string;
  helper: HelperInstall;
  /** The app on disk was replaced while this one runs: its helper counts from the next start on. */
  needsRestart: boolean;
  session: 'none' | 'idle' | 'acting' | 'paused';
  posture: 'strict' | 'standard' | 'open';
  conversationId: string | null;
  shortcuts: { pause: ShortcutState; stop: ShortcutState };
}

export interface ControlResult {
  result: 'paused' | 'paused_in_flight' | 'resumed' | 'stopped' | 'unconfirmed' | 'no_session';
  text: string;
}

export interface SettingsState {
  sandboxMode: 'strict' | 'standard' | 'open';
  roots: { path: string; source: 'mode' | 'granted' }[];
  protectedPaths: string[];
  blockedRoots: string[];
  home: string;
  configPath: string;
  theme: 'system' | 'light' | 'dark';
  screenshotAfter: boolean;
  courtesy: 'yield' | 'off';
  /** Chords as the settings write them; empty for none. */
  pauseShortcut: string;
  stopShortcut: string;
  imageDays: number;
  /** Days a recording of computer use is kept; 0 records nothing. */
  recordingDays: number;
  /** Set when the file was changed outside: saves are refused until it is read again. */
  externalChange: string | null;
}

/** One setting by its config key, for example `sandbox.mode`; only keys of the settings page are accepted. */
export const settingsWrite = z.object({
  key: z.enum([
    'sandbox.mode',
    'fermix_desktop.theme',
    'computer_use.screenshot_after',
    'computer_use.courtesy',
    'computer_use.recording_days',
    'computer_use.pause_shortcut',
    'computer_use.stop_shortcut',
    'fermix_desktop.image_days',
    'fermix_core.memory.enabled',
    'fermix_core.memory.review_interval_hours',
    'reload',
  ]),
  value: z.union([z.string().max(200), z.number(), z.boolean()]),
});

export interface AppInfo {
  name: string;
  version: string;
  runtime: string;
  platform: string;
  home: string;
  trayHost: boolean;
  /** A screen reader or another assistive program reads the window. */
  assistive: boolean;
  /** Set when something needs saying at start, for example a damaged store that was set aside. */
  startNotices: { tone: 'info' | 'warn' | 'error'; text: string }[];
}

/** A skill that can be used. */
export interface SkillInfo {
  name: string;
  description: string;
  root: 'local' | 'bundled' | 'plugin';
  /** `operator`: as far as the owner; `guest`: reading alone. */
  trust: 'operator' | 'guest';
  plugin: string | null;
  /** Absolute path. */
  folder: string;
  /** Null: what its trust allows; empty: none. */
  allowedTools: string[] | null;
  policy: string[] | null;
  /** What was read otherwise than it was written. */
  warnings: string[];
  runs: number;
  lastUsedAt: number | null;
}

/** All that the Skills page shows. */
export interface SkillsState {
  version: number;
  /** The owner's own folder. */
  folder: string;
  skills: SkillInfo[];
  /** Those that stand behind another of their name. */
  shadowed: { name: string; root: string; folder: string; by: string }[];
  /** Those that were not loaded. */
  errors: { folder: string; root: string; name: string; code: string; text: string }[];
}
