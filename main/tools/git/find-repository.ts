import { foldCase, isWithin } from '../../sandbox/paths/contain.ts';
import { judge } from '../../sandbox/paths/rules.ts';
import { denyPath, type Refusal, refuse, shown } from '../../sandbox/refusal.ts';
import type { SandboxView } from '../../sandbox/sandbox.ts';

/** Prints the folders of a repository, one a line; the last is missing outside a work tree. */
export const LOCATE = ['rev-parse', '--path-format=absolute', '--git-dir', '--git-common-dir', '--show-toplevel'];

/**
 * The top folder of the work tree (of the repository itself when it has none). The work tree and both git folders must be
 * inside the sandbox: a setting or a link may point anywhere. `output` is what LOCATE printed.
 */
export async function judgeRepository(
  view: SandboxView,
  directory: string,
  output: string,
): Promise<{ ok: true; top: string } | Refusal> {
  const [gitFolder, common, top] = output.split('\n').filter((line) => line.startsWith('/') || /^[A-Za-z]:/.test(line));
  if (!gitFolder || !common) return refuse('invalid_repo', `${shown(directory)} is not inside a git repository.`);
  const places = [top ?? gitFolder, gitFolder, common];
  for (const place of places) {
    const real = await view.decide(place);
    if (!real.ok) return real;
    const secret = findProtectedInside(view, real.path);
    if (secret) return secret;
  }
  return { ok: true, top: top ?? gitFolder };
}

/** git would show and commit what is tracked there: a repository around protected paths is refused as a whole. */
function findProtectedInside(view: SandboxView, place: string): Refusal | null {
  const { protectedTrees, protectedFiles, blocked } = view.rules;
  const folded = foldCase(place);
  if ([...protectedTrees, ...protectedFiles].some((path) => isWithin(path, folded)))
    return denyPath('protected_path', place);
  if (blocked.some((path) => isWithin(foldCase(path), folded))) return denyPath('blocked_root', place);
  const mounted = view.rules.secondNames.find(({ at }) => isWithin(at, place) && judge(at, view.rules) !== null);
  return mounted ? denyPath(judge(mounted.at, view.rules) ?? 'outside_root', mounted.at) : null;
}
