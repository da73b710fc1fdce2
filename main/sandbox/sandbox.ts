import type { Stats } from 'node:fs';
import type { SandboxTraceRow } from '../../protocol/ipc/trace.ts';
import type { Log } from '../agent/ports.ts';
import type { ConfigStore } from '../config/config-port.ts';
import { makeFolder } from '../config/make-folder.ts';
import type { Caller } from '../registry/policy.ts';
import { type Canonical, canonicalise } from './paths/canonicalise.ts';
import type { Root } from './paths/mode-roots.ts';
import { checkPathText, expandPath } from './paths/path-input.ts';
import { type ResolvedRules, resolveRules } from './paths/resolve-rules.ts';
import { type Denial, judge, type PathRules } from './paths/rules.ts';
import type { Places } from './places.ts';
import { denyPath, type PathCode, type Refusal, refuse, shown } from './refusal.ts';

/** `path` is canonical: open this one, never the text that was asked. `stats` is null when it does not exist yet. */
export type Decision = { ok: true; path: string; stats: Stats | null } | Refusal<PathCode>;

/** What one tool call may reach. Roots and protected paths are resolved once, when the view is made. */
export interface SandboxView {
  /** Canonical base of relative paths, and the default working directory of commands. */
  readonly workingDirectory: string;
  readonly osHome: string;
  /** The product's own state directory. */
  readonly home: string;
  readonly rules: PathRules;
  /** The real location of a path, before any decision. */
  locate(path: string): Promise<Canonical>;
  decide(path: string): Promise<Decision>;
  /** The folder a command may run in; absent means the default. */
  decideWorkingDirectory(path: string | undefined): Promise<Decision>;
  /** Judges a path that is canonical already, for example the real path of an open file; a denial is traced. */
  judgeCanonical(path: string): Refusal<PathCode> | null;
  /** Traces denials found elsewhere (in a search worker). */
  traceDenials(denied: readonly { path: string; code: Denial }[]): void;
}

/** A policy gate over paths and working directories. It is no confinement: a program that runs has the owner's rights. */
export interface Sandbox {
  view(caller: Caller, tool: string): Promise<SandboxView>;
  /** The effective roots as the settings page shows them, without any request's folder. */
  roots(): Promise<Root[]>;
}

export interface SandboxDeps {
  places: Places;
  config: Pick<ConfigStore, 'current'>;
  /** The host's environment: where other programs keep their secrets. */
  env: Readonly<Record<string, string | undefined>>;
  log: Log;
  /** Every denial; must not throw. */
  trace?(row: Omit<SandboxTraceRow, 'at'>): void;
}

export function createSandbox({ places, config, env, log, trace: write }: SandboxDeps): Sandbox {
  return {
    async view(caller, tool) {
      const resolved = await resolveRules(config.current().sandbox, places, env, caller);
      makeWorkspace(resolved.workspace);
      const trace = (code: string, asked: string) => {
        const { conversationId } = caller;
        const path = asked.slice(0, 1000);
        log.info('sandbox_event', { tool, code, path, conversationId });
        write?.({ tool, code, path, conversationId });
      };
      return createView(resolved, places, trace);
    },
    async roots() {
      const { roots, rules } = await resolveRules(config.current().sandbox, places, env, null);
      const seen = new Set<string>();
      return roots.filter((root) => !seen.has(root.path) && seen.add(root.path) && judge(root.path, rules) === null);
    },
  };
}

/** Best effort: a workspace that cannot be made shows when a path in it is asked for. */
function makeWorkspace(path: string): void {
  try {
    makeFolder(path);
  } catch {
    // The decision about the path says what is wrong.
  }
}

function createView(resolved: ResolvedRules, places: Places, trace: (code: string, path: string) => void): SandboxView {
  const { rules, workspace, request } = resolved;
  const base = request !== null && judge(request, rules) === null ? request : workspace;
  const judgeCanonical = (path: string): Refusal<PathCode> | null => {
    const code = judge(path, rules);
    if (code === null) return null;
    trace(code, path);
    return denyPath(code, path);
  };
  const locate = async (path: string): Promise<Canonical> =>
    checkPathText(path) ?? (await canonicalise(expandPath(path, base, places.osHome)));
  const decide = async (path: string): Promise<Decision> => {
    const canonical = await locate(path);
    if (canonical.ok) return judgeCanonical(canonical.path) ?? canonical;
    trace(canonical.code, path.slice(0, 1000));
    return canonical;
  };
  return {
    workingDirectory: base,
    osHome: resolved.osHome,
    home: places.home,
    rules,
    locate,
    decide,
    judgeCanonical,
    async decideWorkingDirectory(path) {
      if (path !== undefined && checkPathText(path))
        return refuse('invalid_working_dir', 'The working directory is not a usable path.');
      const decision = await decide(path ?? base);
      if (!decision.ok || decision.stats?.isDirectory()) return decision;
      return refuse('missing_working_dir', `The working directory ${shown(decision.path)} is not an existing folder.`);
    },
    traceDenials(denied) {
      for (const one of denied) trace(one.code, one.path);
    },
  };
}
