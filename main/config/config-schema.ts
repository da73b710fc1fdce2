import { z } from 'zod';
import { type ChordPlatform, DEFAULT_SHORTCUTS, parseShortcut } from '../../protocol/helper/chord.ts';
import { EFFORTS, PROVIDERS, type ProviderDescriptor } from './providers.ts';

const folder = z
  .string()
  .refine((path) => /^(~|~[\\/].*|\/.*|[A-Za-z]:[\\/].*|\\\\.+)$/s.test(path) && !path.includes('\0'), {
    message: 'must be an absolute path, or one that starts with ~',
  });
const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, 'must be the name of an environment variable');
const chordPlatform = process.platform as ChordPlatform;
const positive = z.int().min(1);
const effort = z.enum(EFFORTS);

const agent = z.strictObject({
  name: z.string().trim().min(1).max(60).default('fermix'),
  /** Read only when no provider block is primary. */
  provider: z.string().optional(),
});

const compaction = z.strictObject({
  enabled: z.boolean().default(true),
  threshold: z.number().gt(0).max(1).default(0.85),
  reasoning_effort: effort.default('medium'),
});

const hoursOf = (days: number) => days * 24;

const memory = z.strictObject({
  enabled: z.boolean().default(true),
  /** Read for files of other installations; only the store of this home may stand here. */
  database_path: folder.nullable().default(null),
  owner_id: z.string().trim().min(1).max(100).default('default'),
  agent_id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be letters, digits, _ and - (it names a folder)')
    .default('main'),
  prompt_base_dir: folder.nullable().default(null),
  prompt_user_token_cap: z.int().min(50).max(20_000).default(800),
  prompt_memory_token_cap: z.int().min(50).max(20_000).default(1_600),
  review_interval_hours: z.number().min(0).max(hoursOf(365)).default(24),
  review_max_messages: positive.max(5_000).default(200),
  review_input_token_budget: z.int().min(500).max(200_000).default(8_000),
  review_failure_backoff_ms: z.int().min(1_000).max(604_800_000).default(3_600_000),
  extraction_min_confidence: z.number().min(0).max(1).default(0.6),
});

const toolSearch = z
  .strictObject({
    enabled: z.union([z.boolean(), z.enum(['auto', 'on', 'off'])]).default(true),
    threshold_pct: z.number().min(0).max(100).default(5),
    listing: z.enum(['auto', 'on', 'off']).default('auto'),
    listing_max_tokens: z.int().min(200).max(60_000).default(4000),
    search_default_limit: z.int().min(1).max(50).default(5),
    max_search_limit: z.int().min(1).max(50).default(20),
    defer: z.array(z.string().min(1).max(64)).default([]),
  })
  .refine((one) => one.search_default_limit <= one.max_search_limit, {
    message: 'has a search_default_limit above its max_search_limit',
  });

/** A model's name as its provider writes it. */
const modelName = z
  .string()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}*$/u, 'must not contain control characters');

const plainProvider = z.strictObject({
  primary: z.boolean().default(false),
  default_model: z.string().min(1).max(200).nullable().default(null),
  base_url: z.string().min(1).max(2000).nullable().default(null),
  api_key: z.string().min(1).max(4096).nullable().default(null),
  auth_mode: z.enum(['api_key']).default('api_key'),
  context_window: z.int().min(1_000).max(100_000_000).nullable().default(null),
});
const thinkingProvider = plainProvider.extend({ reasoning_effort: effort.nullable().default(null) });

/** A provider without reasoning effort does not know the key. */
function providerSchema(one: ProviderDescriptor): typeof thinkingProvider {
  return one.effort ? thinkingProvider : (plainProvider as unknown as typeof thinkingProvider);
}

const providerName = z.enum(PROVIDERS.map((one) => one.name));

const routing = z.strictObject({
  subagent_provider: providerName.nullable().default(null),
  subagent_model: modelName.nullable().default(null),
  subagent_reasoning_effort: effort.nullable().default(null),
  cron_provider: providerName.nullable().default(null),
  cron_model: modelName.nullable().default(null),
  cron_reasoning_effort: effort.nullable().default(null),
  meeting_provider: providerName.nullable().default(null),
  meeting_model: modelName.nullable().default(null),
  meeting_reasoning_effort: effort.nullable().default(null),
  /** Who stands in, in this order; empty for nobody. Absent: every connected provider in the order of the table. */
  fallback_order: z.array(providerName).nullable().default(null),
});

const sandboxEnv = z.object({
  mode: z.enum(['selected', 'all']).default('selected'),
  allow: z.array(variable).default([]),
  deny: z.array(variable).default([]),
});

const sandbox = z.object({
  mode: z.enum(['strict', 'standard', 'open']).default('standard'),
  workspace_root: folder.nullable().default(null),
  allowed_roots: z.array(folder).default([]),
  blocked_roots: z.array(folder).default([]),
});

/** A chord that works everywhere on the desktop; empty for none. */
const shortcut = z
  .string()
  .max(60)
  .refine((text) => text.trim() === '' || parseShortcut(text, chordPlatform) !== null, {
    message: 'must be a chord with ctrl, alt or cmd, such as ctrl+alt+shift+p, or empty',
  });

const computerUse = z.strictObject({
  enabled: z.boolean().default(false),
  display: z.int().min(0).default(0),
  screenshot_after: z.boolean().default(true),
  max_actions: positive.default(80),
  max_retained_screenshots: positive.default(3),
  courtesy: z.enum(['yield', 'off']).default('yield'),
  courtesy_idle_ms: positive.default(1000),
  pause_shortcut: shortcut.default(DEFAULT_SHORTCUTS.pause),
  stop_shortcut: shortcut.default(DEFAULT_SHORTCUTS.stop),
  recording_days: z.int().min(0).default(7),
  background: z.boolean().default(false),
});

const desktop = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  image_days: z.int().min(1).max(3650).default(30),
  trace_days: z.int().min(0).max(3650).default(14),
});

/** Tables of other features stand beside the known keys; a key that is no table is a slip and is named. */
const otherTable = z.record(z.string(), z.unknown(), { error: 'is not a known key' });

const providers = z.strictObject(
  Object.fromEntries(PROVIDERS.map((one) => [one.name, providerSchema(one).optional()])),
);

/** The file as it stands on the disk. Sections of other features are kept and not looked into. */
export const fileSchema = z.looseObject({
  fermix_core: z
    .looseObject({
      agent: agent.prefault({}),
      providers: providers
        .refine((blocks) => Object.values(blocks).filter((block) => block?.primary).length <= 1, {
          message: 'has more than one block with primary = true; only one may have it',
        })
        .prefault({}),
      routing: routing.prefault({}),
      compaction: compaction.prefault({}),
      memory: memory.prefault({}),
      tools: z.looseObject({ tool_search: toolSearch.prefault({}) }).prefault({}),
    })
    .prefault({}),
  sandbox: sandbox
    .extend({ env: sandboxEnv.catchall(otherTable).prefault({}), commands: otherTable.optional() })
    .strict()
    .prefault({}),
  computer_use: computerUse.prefault({}),
  fermix_desktop: desktop.prefault({}),
});

export type ConfigFile = z.output<typeof fileSchema>;

const WRITABLE = new Map<string, z.ZodObject>(
  Object.entries({
    'fermix_core.agent': agent,
    'fermix_core.compaction': compaction,
    'fermix_core.memory': memory,
    'fermix_core.routing': routing,
    'fermix_core.tools.tool_search': toolSearch,
    sandbox,
    'sandbox.env': sandboxEnv,
    computer_use: computerUse,
    fermix_desktop: desktop,
    ...Object.fromEntries(PROVIDERS.map((one) => [`fermix_core.providers.${one.name}`, providerSchema(one)])),
  }),
);

/** Every key this app knows, dotted. */
export function writableKeys(): string[] {
  return [...WRITABLE].flatMap(([section, schema]) => Object.keys(schema.shape).map((key) => `${section}.${key}`));
}

/** True for a key this app may write, and for a provider's whole block. */
export function isWritableKey(key: string): boolean {
  if (key.startsWith('fermix_core.providers.') && WRITABLE.has(key)) return true;
  const cut = key.lastIndexOf('.');
  const schema = WRITABLE.get(key.slice(0, Math.max(cut, 0)));
  return schema !== undefined && Object.hasOwn(schema.shape, key.slice(cut + 1));
}
