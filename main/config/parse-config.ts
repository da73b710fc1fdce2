import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parse } from '@decimalturn/toml-patch';
import { type Config, ConfigError, type MemoryConfig, type ProviderConfig, type RoutingConfig } from './config-port.ts';
import { type ConfigFile, fileSchema } from './config-schema.ts';
import { describeConfigIssue } from './describe-config-issue.ts';
import { locateKey } from './locate-key.ts';

/** Names that were used before, and what they are called now. */
const RENAMED: [path: string[], names: Record<string, string>][] = [
  [['sandbox', 'mode'], { workspace: 'strict', developer: 'standard', trusted_local: 'open' }],
  [['sandbox', 'commands', 'profile'], { none: 'bare', trusted: 'extended' }],
];

/** Where the file is and what completes it. */
export interface ConfigPlace {
  path: string;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** The file's tables as they are written. Throws ConfigError `unreadable` in the parser's words. */
export function parseToml(text: string, path: string): Record<string, unknown> {
  try {
    return parse(text) as Record<string, unknown>;
  } catch (error) {
    const words = error instanceof Error ? (error.message.split('\n').at(-1) ?? '') : '';
    const line = error instanceof Error && 'line' in error ? `, line ${error.line}` : '';
    throw new ConfigError(
      'unreadable',
      `${path}${line}: this is not valid TOML. ${words}.`,
      existsSync(`${path}.last-good`)
        ? `Mend the file, or put back the last good copy at ${path}.last-good.`
        : 'Mend the file, or move it away to start with the defaults.',
    );
  }
}

/** Checks the file's tables and fills in defaults. Throws ConfigError naming file, line, key and expected type. */
export function checkConfig(raw: Record<string, unknown>, text: string, place: ConfigPlace): Config {
  refuseOldNames(raw, text, place.path);
  const parsed = fileSchema.safeParse(raw);
  if (parsed.success) {
    const database = parsed.data.fermix_core.memory.database_path;
    if (database !== null && expand(database) !== join(place.home, 'memory.db')) {
      const problem = `fermix_core.memory.database_path can only be ${join(place.home, 'memory.db')}: everything of a home is kept in one database`;
      throw invalid(['fermix_core', 'memory', 'database_path'], problem, text, place.path);
    }
    return toConfig(parsed.data, place);
  }
  const [issue] = parsed.error.issues;
  const problem = issue ? describeConfigIssue(issue, raw) : { path: [], text: 'the file is not valid' };
  throw invalid(problem.path, problem.text, text, place.path);
}

function refuseOldNames(raw: unknown, text: string, file: string): void {
  for (const [path, names] of RENAMED) {
    let value = raw;
    for (const part of path) value = (value as Record<string, unknown> | undefined)?.[part];
    if (typeof value !== 'string' || !Object.hasOwn(names, value)) continue;
    throw invalid(path, `${path.join('.')} = "${value}" is now called "${names[value]}"`, text, file);
  }
}

function invalid(path: string[], problem: string, text: string, file: string): ConfigError {
  const line = locateKey(text, path);
  return new ConfigError('invalid_config', `${file}${line === null ? '' : `, line ${line}`}: ${problem}.`);
}

function toConfig(file: ConfigFile, place: ConfigPlace): Config {
  const { agent, compaction, tools } = file.fermix_core;
  const search = tools.tool_search;
  const { sandbox, computer_use: computer } = file;
  return {
    agentName: agent.name,
    providers: toProviders(file, place.env),
    routing: toRouting(file.fermix_core.routing),
    sandbox: {
      mode: sandbox.mode,
      workspaceRoot: sandbox.workspace_root === null ? join(place.home, 'workspace') : expand(sandbox.workspace_root),
      allowedRoots: sandbox.allowed_roots,
      blockedRoots: sandbox.blocked_roots,
      env: { mode: sandbox.env.mode, allow: sandbox.env.allow, deny: sandbox.env.deny },
    },
    computerUse: {
      enabled: computer.enabled,
      display: computer.display,
      screenshotAfter: computer.screenshot_after,
      maxActions: computer.max_actions,
      maxRetainedScreenshots: computer.max_retained_screenshots,
      courtesy: computer.courtesy,
      courtesyIdleMs: computer.courtesy_idle_ms,
      pauseShortcut: computer.pause_shortcut.trim(),
      stopShortcut: computer.stop_shortcut.trim(),
      recordingDays: computer.recording_days,
      background: computer.background,
    },
    compaction: {
      enabled: compaction.enabled,
      threshold: compaction.threshold,
      reasoningEffort: compaction.reasoning_effort,
    },
    memory: toMemory(file, place),
    toolSearch: {
      enabled: search.enabled === true || search.enabled === 'auto' || search.enabled === 'on',
      thresholdPct: search.threshold_pct,
      listing: search.listing,
      listingMaxTokens: search.listing_max_tokens,
      searchDefaultLimit: search.search_default_limit,
      maxSearchLimit: search.max_search_limit,
      defer: search.defer,
    },
    desktop: {
      theme: file.fermix_desktop.theme,
      imageDays: file.fermix_desktop.image_days,
      traceDays: file.fermix_desktop.trace_days,
    },
  };
}

function toMemory(file: ConfigFile, place: ConfigPlace): MemoryConfig {
  const { memory } = file.fermix_core;
  return {
    enabled: memory.enabled,
    ownerId: memory.owner_id,
    agentId: memory.agent_id,
    promptBaseDir: memory.prompt_base_dir === null ? join(place.home, 'memory') : expand(memory.prompt_base_dir),
    userTokenCap: memory.prompt_user_token_cap,
    memoryTokenCap: memory.prompt_memory_token_cap,
    reviewIntervalHours: memory.review_interval_hours,
    reviewMaxMessages: memory.review_max_messages,
    reviewInputTokens: memory.review_input_token_budget,
    reviewFailureBackoffMs: memory.review_failure_backoff_ms,
    minConfidence: memory.extraction_min_confidence,
  };
}

function toProviders(file: ConfigFile, env: ConfigPlace['env']): Record<string, ProviderConfig> {
  const { agent, providers } = file.fermix_core;
  const hasPrimary = Object.values(providers).some((block) => block?.primary);
  const found: Record<string, ProviderConfig> = {};
  for (const [name, block] of Object.entries(providers)) {
    if (!block) continue;
    found[name] = {
      primary: block.primary || (!hasPrimary && agent.provider === name),
      defaultModel: block.default_model,
      baseUrl: (name === 'ollama' ? env['OLLAMA_BASE_URL']?.trim() : undefined) || block.base_url,
      apiKey: block.api_key,
      reasoningEffort: block.reasoning_effort ?? null,
      contextWindow: block.context_window,
    };
  }
  return found;
}

function toRouting(table: ConfigFile['fermix_core']['routing']): RoutingConfig {
  return {
    subagent: {
      provider: table.subagent_provider,
      model: table.subagent_model,
      effort: table.subagent_reasoning_effort,
    },
    cron: { provider: table.cron_provider, model: table.cron_model, effort: table.cron_reasoning_effort },
    meeting: { provider: table.meeting_provider, model: table.meeting_model, effort: table.meeting_reasoning_effort },
    fallbackOrder: table.fallback_order === null ? null : [...new Set(table.fallback_order)],
  };
}

function expand(path: string): string {
  return path === '~' || /^~[\\/]/.test(path) ? join(homedir(), path.slice(1)) : path;
}
