import type { Config, ConfigStore } from '../config/config-port.ts';
import { ConfigError } from '../config/config-port.ts';
import { canonicalise } from './paths/canonicalise.ts';
import { foldCase, isWithin } from './paths/contain.ts';
import { checkPathText, expandPath } from './paths/path-input.ts';
import { resolveRules } from './paths/resolve-rules.ts';
import { isProtected } from './paths/rules.ts';
import type { Places } from './places.ts';
import { fail, type Refusal, refuse, shown } from './refusal.ts';

/** `path` is canonical; `changed` is false when there was nothing to do. */
export type GrantResult = { ok: true; path: string; changed: boolean } | Refusal;

/**
 * Folders the owner has allowed. `check` is the dry run that precedes every question to the owner. Codes: `invalid_path`,
 * `unsafe_root`, `blocked_root`, `missing_dir`, and the codes of a refused write (`settings_changed_outside` …).
 */
export interface Grants {
  check(path: string): Promise<GrantResult>;
  add(path: string): Promise<GrantResult>;
  remove(path: string): Promise<GrantResult>;
}

export interface GrantsDeps {
  places: Places;
  config: Pick<ConfigStore, 'current' | 'write'>;
  env: Readonly<Record<string, string | undefined>>;
}

export function createGrants(deps: GrantsDeps): Grants {
  let last: Promise<unknown> = Promise.resolve();
  /** One change after the other: each adds to what the one before has written. */
  const inTurn = (change: () => Promise<GrantResult>): Promise<GrantResult> => {
    const turn = last.then(change);
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    check: (path) => checkGrant(path, deps),
    add: (path) => inTurn(() => addGrant(path, deps)),
    remove: (path) => inTurn(() => removeGrant(path, deps)),
  };
}

async function addGrant(path: string, deps: GrantsDeps): Promise<GrantResult> {
  const checked = await checkGrant(path, deps);
  if (!checked.ok || !checked.changed) return checked;
  const { allowedRoots } = deps.config.current().sandbox;
  return await persist(deps, checked.path, [...allowedRoots, checked.path]);
}

async function removeGrant(path: string, deps: GrantsDeps): Promise<GrantResult> {
  const bad = checkPathText(path);
  if (bad) return bad;
  const real = await realPath(path, deps.places);
  if (!real.ok) return real;
  const { allowedRoots } = deps.config.current().sandbox;
  const kept = await withoutPlace(allowedRoots, real.path, deps.places);
  if (kept.length === allowedRoots.length) return { ok: true, path: real.path, changed: false };
  return await persist(deps, real.path, kept);
}

async function checkGrant(path: string, { places, config, env }: GrantsDeps): Promise<GrantResult> {
  const bad = checkPathText(path);
  if (bad) return bad;
  const real = await realPath(path, places);
  if (!real.ok) return real;
  const { sandbox } = config.current();
  const unsafe = await whyUnsafe(real.path, sandbox, places, env);
  if (unsafe) return unsafe;
  if (!real.stats?.isDirectory())
    return refuse('missing_dir', `${shown(real.path)} is not an existing folder. Make it first, then allow it.`);
  const kept = await withoutPlace(sandbox.allowedRoots, real.path, places);
  return { ok: true, path: real.path, changed: kept.length === sandbox.allowedRoots.length };
}

async function whyUnsafe(
  path: string,
  sandbox: Config['sandbox'],
  places: Places,
  env: GrantsDeps['env'],
): Promise<Refusal | null> {
  const { rules, osHome } = await resolveRules(sandbox, places, env, null);
  const folded = foldCase(path);
  const opensHome = isWithin(foldCase(osHome), folded) || isWithin(rules.home, folded);
  if (opensHome || isProtected(folded, rules)) {
    const why = opensHome
      ? 'It contains your whole home directory or the state of Fermix. Choose a folder inside it that the task needs.'
      : 'It is protected in every mode, with all that is in it. Choose a folder of your own.';
    return refuse('unsafe_root', `${shown(path)} cannot be allowed. ${why}`);
  }
  const blocked = rules.blocked.some((root) => isWithin(rules.foldRoots ? folded : path, root));
  if (!blocked) return null;
  return refuse('blocked_root', `${shown(path)} is in a folder that is blocked in the sandbox settings.`);
}

async function persist(deps: GrantsDeps, path: string, roots: string[]): Promise<GrantResult> {
  try {
    await deps.config.write({ 'sandbox.allowed_roots': roots });
    return { ok: true, path, changed: true };
  } catch (error) {
    if (error instanceof ConfigError) return fail(error.code, error.message);
    throw error;
  }
}

const realPath = (path: string, places: Places) => canonicalise(expandPath(path, places.osHome, places.osHome));

/** The list without every spelling of one place. */
async function withoutPlace(roots: readonly string[], place: string, places: Places): Promise<string[]> {
  const kept: string[] = [];
  for (const root of roots) {
    const real = await realPath(root, places);
    if (!real.ok || real.path !== place) kept.push(root);
  }
  return kept;
}
