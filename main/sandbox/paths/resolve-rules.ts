import type { Config } from '../../config/config-port.ts';
import type { Caller } from '../../registry/policy.ts';
import type { Places } from '../places.ts';
import { canonicalise, type Look, lookAtDisk, lookAtOnce, rememberingLook } from './canonicalise.ts';
import { foldCase, ignoresCase } from './contain.ts';
import { modeRoots, type Root, trustedDirectory } from './mode-roots.ts';
import { readSecondNames } from './mounts.ts';
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
  const near = rememberingLook(lookAtOnce);
  // What the owner names may lie on a network disk that does not answer: never wait for it on the main thread.
  const far = rememberingLook(lookAtDisk);
  const realBy = (look: Look) => (path: string) => realOrSame(expandPath(path, places.osHome, places.osHome), look);
  const real = realBy(near);
  const all = (paths: string[], look: Look) => Promise.all(paths.map(realBy(look)));
  const wanted = caller ? trustedDirectory(caller) : null;
  const [osHome, home, start, workspace, request] = await Promise.all([
    real(places.osHome),
    real(places.home),
    realBy(far)(places.startDirectory),
    realBy(far)(sandbox.workspaceRoot),
    wanted === null ? null : realBy(far)(wanted),
  ]);
  const secret = protectedPaths(places, env);
  const [trees, files, blocked] = await Promise.all([
    all(secret.trees, near),
    all(secret.files, near),
    all(sandbox.blockedRoots, far),
  ]);
  const named = modeRoots(sandbox, places, { osHome, start, request });
  const paths = await all(
    named.map((root) => root.path),
    far,
  );
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
      secondNames: readSecondNames(),
    },
  };
}

/** A path that cannot be looked at stays as it is: as a root it admits nothing more, as a protected path it still protects. */
async function realOrSame(path: string, look: Look): Promise<string> {
  const canonical = await canonicalise(path, look);
  return canonical.ok ? canonical.path : path;
}
