import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { ConfigError } from '../../../../main/config/config-port.ts';
import { openConfig } from '../../../../main/config/open-config.ts';
import { DEFERRAL_DEFAULTS } from '../../../../main/registry/deferral/settings.ts';
import { memorySettings } from '../../../support/memory-world.ts';
import { temporaryHome } from './temporary-home.ts';

const COMMENTED = `# my settings
[fermix_core.providers.anthropic]
# the good one
primary = true # yes
default_model = "claude"

[sandbox]
mode = "standard" # as it was
allowed_roots = [
  "/data", # photos
]

[later.feature]
knob = 3
`;

function open(text?: string, env: Record<string, string> = {}) {
  const place = temporaryHome(text);
  return { ...place, config: openConfig({ home: place.home, env }) };
}

function failure(text: string): ConfigError {
  try {
    open(text);
  } catch (error) {
    if (error instanceof ConfigError) return error;
  }
  throw new Error('the file was accepted');
}

const NO_ROUTE = { provider: null, model: null, effort: null };

describe('reading', () => {
  it('a missing file means defaults, and looking changes nothing', () => {
    const { config, home } = open();
    chmodSync(home, 0o755);
    openConfig({ home, env: {} });
    expect(statSync(home).mode & 0o777).toBe(0o755);
    expect(readdirSync(home)).toEqual([]);
    expect(config.current()).toEqual({
      agentName: 'fermix',
      providers: {},
      routing: { subagent: NO_ROUTE, cron: NO_ROUTE, meeting: NO_ROUTE, fallbackOrder: null },
      sandbox: {
        mode: 'standard',
        workspaceRoot: join(home, 'workspace'),
        allowedRoots: [],
        blockedRoots: [],
        env: { mode: 'selected', allow: [], deny: [] },
      },
      computerUse: {
        enabled: false,
        display: 0,
        screenshotAfter: true,
        maxActions: 80,
        maxRetainedScreenshots: 3,
        courtesy: 'yield',
        courtesyIdleMs: 1000,
        pauseShortcut: 'ctrl+alt+shift+p',
        stopShortcut: 'ctrl+alt+shift+s',
        recordingDays: 7,
        background: false,
      },
      compaction: { enabled: true, threshold: 0.85, reasoningEffort: 'medium' },
      memory: memorySettings(home),
      toolSearch: DEFERRAL_DEFAULTS,
      desktop: { theme: 'system', imageDays: 30, traceDays: 14 },
    });
  });

  it('takes every key from its section', () => {
    const { config } = open(`
      [fermix_core.agent]
      name = "Ada"
      [fermix_core.providers.openai]
      primary = true
      default_model = "gpt"
      base_url = "https://proxy.example/v1"
      api_key = "@keychain"
      auth_mode = "api_key"
      reasoning_effort = "high"
      context_window = 272000
      [fermix_core.tools.tool_search]
      enabled = "off"
      threshold_pct = 2.5
      listing = "off"
      listing_max_tokens = 500
      search_default_limit = 3
      max_search_limit = 9
      defer = ["git_read"]
      [fermix_core.compaction]
      enabled = false
      threshold = 0.5
      reasoning_effort = "low"
      [fermix_core.routing]
      subagent_provider = "anthropic"
      subagent_model = "small"
      subagent_reasoning_effort = "low"
      cron_provider = "xai"
      cron_model = "grok"
      cron_reasoning_effort = "none"
      meeting_provider = "google"
      meeting_model = "gemini"
      meeting_reasoning_effort = "max"
      fallback_order = ["ollama", "anthropic", "ollama"]
      [sandbox]
      mode = "open"
      workspace_root = "/w"
      allowed_roots = ["~/a", "/b"]
      blocked_roots = ["/c"]
      [sandbox.env]
      mode = "all"
      allow = ["CI"]
      deny = ["SECRET"]
      [sandbox.env.CI]
      source = "env"
      [sandbox.commands]
      profile = "bare"
      [computer_use]
      enabled = true
      display = 1
      screenshot_after = false
      max_actions = 5
      max_retained_screenshots = 1
      courtesy = "off"
      courtesy_idle_ms = 10
      pause_shortcut = "super+f9"
      stop_shortcut = ""
      recording_days = 0
      background = true
      [fermix_desktop]
      theme = "dark"
      image_days = 1
      trace_days = 3
      [fermix_core.memory]
      enabled = false
      owner_id = "ada"
      agent_id = "helper-2"
      prompt_base_dir = "/profiles"
      prompt_user_token_cap = 100
      prompt_memory_token_cap = 200
      review_interval_hours = 0.5
      review_max_messages = 10
      review_input_token_budget = 1000
      review_failure_backoff_ms = 5000
      extraction_min_confidence = 0.9
      [jobs]
      anything = "goes"`);
    expect(config.current()).toEqual({
      agentName: 'Ada',
      providers: {
        openai: {
          primary: true,
          defaultModel: 'gpt',
          baseUrl: 'https://proxy.example/v1',
          apiKey: '@keychain',
          reasoningEffort: 'high',
          contextWindow: 272_000,
        },
      },
      routing: {
        subagent: { provider: 'anthropic', model: 'small', effort: 'low' },
        cron: { provider: 'xai', model: 'grok', effort: 'none' },
        meeting: { provider: 'google', model: 'gemini', effort: 'max' },
        fallbackOrder: ['ollama', 'anthropic'],
      },
      sandbox: {
        mode: 'open',
        workspaceRoot: '/w',
        allowedRoots: ['~/a', '/b'],
        blockedRoots: ['/c'],
        env: { mode: 'all', allow: ['CI'], deny: ['SECRET'] },
      },
      computerUse: {
        enabled: true,
        display: 1,
        screenshotAfter: false,
        maxActions: 5,
        maxRetainedScreenshots: 1,
        courtesy: 'off',
        courtesyIdleMs: 10,
        pauseShortcut: 'super+f9',
        stopShortcut: '',
        recordingDays: 0,
        background: true,
      },
      compaction: { enabled: false, threshold: 0.5, reasoningEffort: 'low' },
      memory: {
        enabled: false,
        ownerId: 'ada',
        agentId: 'helper-2',
        promptBaseDir: '/profiles',
        userTokenCap: 100,
        memoryTokenCap: 200,
        reviewIntervalHours: 0.5,
        reviewMaxMessages: 10,
        reviewInputTokens: 1000,
        reviewFailureBackoffMs: 5000,
        minConfidence: 0.9,
      },
      toolSearch: {
        enabled: false,
        thresholdPct: 2.5,
        listing: 'off',
        listingMaxTokens: 500,
        searchDefaultLimit: 3,
        maxSearchLimit: 9,
        defer: ['git_read'],
      },
      desktop: { theme: 'dark', imageDays: 1, traceDays: 3 },
    });
  });

  it('reads the provider of old files, and OLLAMA_BASE_URL over the file', () => {
    const text =
      '[fermix_core.agent]\nprovider = "ollama"\n[fermix_core.providers.ollama]\nbase_url = "http://a:1/v1"\n';
    const { config } = open(text, { OLLAMA_BASE_URL: 'http://b:2/v1' });
    expect(config.current().providers['ollama']).toMatchObject({ primary: true, baseUrl: 'http://b:2/v1' });
  });

  it.each([
    ['[sandbox]\nmode = "wild"', 'line 2: sandbox.mode must be one of "strict", "standard", "open"; found "wild".'],
    ['[sandbox]\n\nmode = 7', 'line 3: sandbox.mode must be one of "strict", "standard", "open"; found 7.'],
    ['[sandbox]\nalowed_roots = []', 'line 2: sandbox.alowed_roots is not a known key.'],
    ['[sandbox]\nallowed_roots = "/x"', 'line 2: sandbox.allowed_roots must be an array; found "/x".'],
    ['[sandbox]\nallowed_roots = ["x/y"]', 'line 2: sandbox.allowed_roots.0 must be an absolute path'],
    ['[sandbox.env]\nallw = ["A"]', 'line 2: sandbox.env.allw is not a known key'],
    ['[sandbox.env]\nallow = ["A B"]', 'line 2: sandbox.env.allow.0 must be the name of an environment variable'],
    ['sandbox = { mode = "x" }', 'line 1: sandbox.mode must be one of'],
    ['sandbox = 1', 'line 1: sandbox must be a table; found 1.'],
    ['[computer_use]\nmax_actions = 0', 'line 2: computer_use.max_actions must be at least 1; found 0.'],
    ['[computer_use]\nenabled = "yes"', 'line 2: computer_use.enabled must be a boolean (true or false); found "yes".'],
    ['[computer_use]\naccess = "all"', 'line 2: computer_use.access is not a known key.'],
    ['[fermix_desktop]\nimage_days = 1.5', 'line 2: fermix_desktop.image_days must be a whole number; found 1.5.'],
    [
      '[fermix_core.providers.anthropic]\nbase = "x"',
      'line 2: fermix_core.providers.anthropic.base is not a known key.',
    ],
    ['[fermix_core.providers.acme]\nprimary = true', 'line 1: fermix_core.providers.acme is not a known key.'],
    ['[fermix_core.agent]\nname = 1979-05-27', 'line 2: fermix_core.agent.name must be a string; found a date.'],
    [
      '[fermix_core.providers.openai]\nprimary = true\n[fermix_core.providers.xai]\nprimary = true',
      'fermix_core.providers has more than one block with primary = true; only one may have it.',
    ],
    ['[sandbox]\nmode = "workspace"', 'line 2: sandbox.mode = "workspace" is now called "strict".'],
    ['[sandbox]\nmode = "developer"', 'is now called "standard"'],
    ['[sandbox]\nmode = "trusted_local"', 'is now called "open"'],
    ['[sandbox.commands]\nprofile = "trusted"', 'is now called "extended"'],
  ])('refuses %j naming the place', (text, sentence) => {
    const error = failure(text);
    expect(error.code).toBe('invalid_config');
    expect(error.message).toContain(sentence);
    expect(error.message).toContain('config.toml');
  });

  it('quotes the parser, and not the line, when the file is no TOML', () => {
    const error = failure('[a]\napi_key = "sk-secret');
    expect(error).toMatchObject({ code: 'unreadable', message: expect.stringContaining('line 2') });
    expect(error.message).not.toContain('sk-secret');
  });
});

describe('writing', () => {
  it('keeps comments, order and sections of others', async () => {
    const { config, read, home } = open(COMMENTED);
    await config.write({
      'sandbox.mode': 'strict',
      'sandbox.allowed_roots': ['/data', '/more'],
      'fermix_core.providers.anthropic.default_model': 'line\nbreak\tand "quotes"',
      'fermix_core.providers.ollama.base_url': 'http://localhost:1/v1',
      'fermix_desktop.theme': 'dark',
    });
    const text = read();
    for (const comment of ['# my settings', '# the good one', '# yes', '# as it was', '# photos']) {
      expect(text).toContain(comment);
    }
    expect(text.indexOf('[fermix_core.providers.anthropic]')).toBeLessThan(text.indexOf('[sandbox]'));
    expect(text).toContain('[later.feature]\nknob = 3');
    expect(text).toContain('[fermix_core.providers.ollama]\nbase_url');
    expect(statSync(join(home, 'config.toml')).mode & 0o777).toBe(0o600);

    const again = openConfig({ home, env: {} }).current();
    expect(again).toEqual(config.current());
    expect(again.sandbox).toMatchObject({ mode: 'strict', allowedRoots: ['/data', '/more'] });
    expect(again.providers['anthropic']?.defaultModel).toBe('line\nbreak\tand "quotes"');
    expect(again.desktop.theme).toBe('dark');
  });

  it('makes the file, adds below inline tables, and removes keys and blocks', async () => {
    const { config, read } = open();
    await config.write({ 'fermix_core.providers.custom.api_key': '@keychain', 'sandbox.mode': 'open' });
    await config.write({ 'fermix_core.providers.custom': null, 'sandbox.mode': null });
    expect(config.current().providers).toEqual({});
    expect(config.current().sandbox.mode).toBe('standard');
    expect(read()).not.toContain('@keychain');

    const inline = open('fermix_core = { providers = { xai = { primary = true } } }\n');
    await inline.config.write({ 'fermix_core.providers.openai.default_model': 'gpt' });
    expect(openConfig({ home: inline.home, env: {} }).current().providers).toMatchObject({
      xai: { primary: true },
      openai: { defaultModel: 'gpt' },
    });
  });

  it.each([
    [{ 'sandbox.mode': 'wild' }, 'invalid_value'],
    [{ 'computer_use.max_actions': 0 }, 'invalid_value'],
    [{ 'fermix_desktop.image_days': 'ten' }, 'invalid_value'],
    [{ 'sandbox.nothing': 'x' }, 'unknown_key'],
    [{ 'fermix_core.providers.acme.primary': true }, 'unknown_key'],
    [{ sandbox: 'x' }, 'unknown_key'],
    [{ '__proto__.polluted': 'x' }, 'unknown_key'],
    [{ 'sandbox.mode': 'strict', 'sandbox.nothing': 1 }, 'unknown_key'],
  ])('refuses %j and changes nothing', async (changes, code) => {
    const { config, read } = open(COMMENTED);
    const before = config.current();
    await expect(config.write(changes)).rejects.toMatchObject({ name: 'ConfigError', code });
    expect(read()).toBe(COMMENTED);
    expect(config.current()).toBe(before);
    await config.write({ 'fermix_desktop.theme': 'light' });
    expect(config.current().desktop.theme).toBe('light');
  });

  it('writes asked for together are all kept', async () => {
    const { config } = open(COMMENTED);
    const themes = ['light', 'dark', 'system', 'dark'];
    await Promise.all([
      ...themes.map((theme) => config.write({ 'fermix_desktop.theme': theme })),
      config.write({ 'computer_use.max_actions': 9 }),
      config.write({ 'sandbox.mode': 'wild' }).catch(() => undefined),
      config.write({ 'sandbox.mode': 'open' }),
    ]);
    expect(config.current()).toMatchObject({
      desktop: { theme: 'dark' },
      computerUse: { maxActions: 9 },
      sandbox: { mode: 'open' },
    });
  });

  it('keeps the copy from before', async () => {
    const { config, file } = open(COMMENTED);
    await config.write({ 'sandbox.mode': 'strict' });
    expect(readFileSync(`${file}.last-good`, 'utf8')).toBe(COMMENTED);
    expect(statSync(`${file}.last-good`).mode & 0o777).toBe(0o600);
  });

  it('writes through a link', async () => {
    const { config, home, file } = open(COMMENTED);
    mkdirSync(join(home, 'dotfiles'));
    renameSync(file, join(home, 'dotfiles', 'real.toml'));
    symlinkSync(join('dotfiles', 'real.toml'), file);
    await config.write({ 'sandbox.mode': 'strict' });
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(home, 'dotfiles', 'real.toml'), 'utf8')).toContain('mode = "strict"');
  });

  it('tells listeners, until they leave', async () => {
    const { config } = open();
    const heard = vi.fn();
    const leave = config.onChange(heard);
    await config.write({ 'fermix_desktop.theme': 'dark' });
    leave();
    await config.write({ 'fermix_desktop.theme': 'light' });
    expect(heard).toHaveBeenCalledTimes(1);
    expect(heard.mock.calls[0]?.[0]).toMatchObject({ desktop: { theme: 'dark' } });
  });
});

describe('a file changed by somebody else', () => {
  it('stops every save, naming the sections, until it is read again', async () => {
    const { config, write, read } = open(COMMENTED);
    const edited = `${COMMENTED.replace('"standard"', '"open"')}[computer_use]\nenabled = true\n`;
    write(edited);
    expect(await config.changedOutside()).toEqual(['sandbox', 'computer_use']);
    await expect(config.write({ 'fermix_desktop.theme': 'dark' })).rejects.toMatchObject({
      code: 'settings_changed_outside',
      message: expect.stringContaining('sandbox, computer_use'),
    });
    expect(read()).toBe(edited);
    expect(config.current().sandbox.mode).toBe('standard');

    await config.reload();
    expect(await config.changedOutside()).toEqual([]);
    expect(config.current()).toMatchObject({ sandbox: { mode: 'open' }, computerUse: { enabled: true } });
    await config.write({ 'fermix_desktop.theme': 'dark' });
    expect(read()).toContain('theme = "dark"');
  });

  it('names the section of fermix_core that changed', async () => {
    const { config, write } = open(COMMENTED);
    write(COMMENTED.replace('"claude"', '"other"'));
    expect(await config.changedOutside()).toEqual(['fermix_core.providers']);
  });

  it('does not mind a new comment, and keeps it', async () => {
    const { config, write, read } = open(COMMENTED);
    write(`# hello\n${COMMENTED}`);
    expect(await config.changedOutside()).toEqual([]);
    await config.write({ 'sandbox.mode': 'strict' });
    expect(read()).toContain('# hello');
  });

  it('that cannot be read any more is another matter: the good copy stays in use', async () => {
    const { config, write, read } = open(COMMENTED);
    write('[sandbox\nmode');
    await expect(config.write({ 'sandbox.mode': 'strict' })).rejects.toMatchObject({ code: 'unreadable' });
    await expect(config.reload()).rejects.toMatchObject({ code: 'unreadable' });
    expect(read()).toBe('[sandbox\nmode');
    expect(config.current().sandbox.mode).toBe('standard');
    write('[sandbox]\nmode = "nonsense"\n');
    await expect(config.reload()).rejects.toMatchObject({ code: 'invalid_config' });
    expect(config.current().sandbox.mode).toBe('standard');
  });

  it('the last good copy is named only when there is one', () => {
    expect(failure('[sandbox\n').remedy).not.toContain('last-good');
    const { home, file, write } = temporaryHome('[sandbox\n');
    writeFileSync(`${file}.last-good`, '');
    write('[sandbox\n');
    expect(() => openConfig({ home, env: {} })).toThrow(
      expect.objectContaining({ remedy: expect.stringContaining('config.toml.last-good') }),
    );
  });

  it('a folder in its place is reported', () => {
    const { home } = temporaryHome();
    mkdirSync(join(home, 'config.toml'));
    chmodSync(home, 0o755);
    expect(() => openConfig({ home, env: {} })).toThrow(expect.objectContaining({ code: 'unreadable' }));
  });
});
