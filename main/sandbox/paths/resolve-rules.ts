import type { Config } from '../../config/config-port.ts';
import type { Caller } from '../../registry/policy.ts';
import type { Places } from '../places.ts';
import { canonicalise, type Look, rememberingLook } from './canonicalise.ts';
import { foldCase, ignoresCase } from './contain.ts';
import { modeRoots, type Root, trustedDirectory } from './mode-roots.ts';
import { expandPath } from './path-input.ts';
import { protectedPaths } from './protected-paths.ts';
import type { PathRules } from './rules.ts';

/** Roots and protected paths of one tool call, all canonical; resolved once and then asked many times. */
export interface ResolvedRules {
  rules: PathRules;
  roots: Root[];
  /** Canonical workspace: where commands run by default. */
  workspace: string;
  /** Canonical request directory, or null when there is none or it does not count. */
  request: string | null;
  osHome: string;
}

export async function resolveRules(
  sandbox: Config['sandbox'],
  places: Places,
  env: Readonly<Record<string, string | undefined>>,
  caller: Caller | null,
): Promise<ResolvedRules> {
  const look = rememberingLook();
  const real = (path: string) => realOrSame(expandPath(path, places.osHome, places.osHome), look);
  const all = (paths: string[]) => Promise.all(paths.map(real));
  const wanted = caller ? trustedDirectory(caller) : null;
  const [osHome, home, start, workspace, request] = await Promise.all([
    real(places.osHome),
    real(places.home),
    real(places.startDirectory),
    real(sandbox.workspaceRoot),
    wanted === null ? null : real(wanted),
  ]);
  const secret = protectedPaths(places, env);
  const [trees, files, blocked] = await Promise.all([all(secret.trees), all(secret.files), all(sandbox.blockedRoots)]);
  const named = modeRoots(sandbox, places, { osHome, start, request });
  const paths = await all(named.map((root) => root.path));
  const roots = named.map((root, index): Root => ({ ...root, path: paths[index] ?? root.path }));
  const foldRoots = ignoresCase(places.platform);
  const fold = (list: string[]) => (foldRoots ? list.map(foldCase) : list);
  return {
    workspace,
    request,
    osHome,
    roots,
    rules: {
      foldRoots,
      roots: fold(paths),
      blocked: fold(blocked),
      protectedTrees: trees.map(foldCase),
      protectedFiles: files.map(foldCase),
      home: foldCase(home),
    },
  };
}

/** A path that cannot be looked at stays as it is: as a root it admits nothing more, as a protected path it still protects. */
async function realOrSame(path: string, look: Look): Promise<string> {
  const canonical = await canonicalise(path, look);
  return canonical.ok ? canonical.path : path;
}
