import type { GlobalRectangle } from '../../../desktop.ts';
import type { Program } from './program.ts';
import { hasOwnWindow, isScrolling } from './roles.ts';
import { has, STATE } from './states.ts';
import { withoutClassName } from './strategies/by-cache.ts';

const MOST = 40;
const SCROLLS = /^scroll(Down|Right|Forward)/i;

/** What the objects above one mean for it. */
export interface Ancestry {
  /** The areas it can be scrolled out of, as the program counts. */
  scrollers: GlobalRectangle[];
  isSensitive: boolean;
}

/** Climbs from an object to its frame. */
export async function readAncestry(program: Program, path: string, frame: string): Promise<Ancestry> {
  const found: Ancestry = { scrollers: [], isSensitive: true };
  const seen = new Set<string>();
  for (let at = await program.parent(path); at !== null && at !== frame && !seen.has(at); ) {
    seen.add(at);
    if (seen.size > MOST) break;
    const here: string = at;
    const [role, states, parent, actions] = await Promise.all([
      program.role(here),
      program.states(here),
      program.parent(here),
      program.toolkit === 'Chromium' ? program.actions(here).catch(() => []) : [],
    ]);
    if (!has(states, STATE.sensitive)) found.isSensitive = false;
    if (hasOwnWindow(role)) break;
    if (cuts(program, role, actions)) {
      const area = await program.extents(here).catch(() => null);
      if (area) found.scrollers.push(area);
    }
    at = parent;
  }
  return found;
}

/** In Qt every object is cut by the one it lies in. */
function cuts({ toolkit }: Program, role: number, actions: readonly string[]): boolean {
  return toolkit === 'Qt' || isScrolling(role) || actions.some((name) => SCROLLS.test(name));
}

/** True when `inner` is `outer` or lies in it. */
export async function liesIn(program: Program, inner: string, outer: string): Promise<boolean> {
  const seen = new Set<string>();
  for (let at: string | null = inner; at !== null && !seen.has(at) && seen.size < MOST; at = await program.parent(at)) {
    if (at === outer) return true;
    seen.add(at);
  }
  return false;
}

/** Names of the objects above one, nearest last; what has no name is passed over. `known` is shared by a whole list. */
export async function readPath(program: Program, path: string, frame: string, known: PathMemory): Promise<string[]> {
  const names: string[] = [];
  const seen = new Set<string>();
  for (let at = (await known.get(program, path)).parent; at !== null && at !== frame; ) {
    if (seen.has(at) || seen.size > MOST || names.length === 3) break;
    seen.add(at);
    const { name, parent } = await known.get(program, at);
    const plain = withoutClassName(name);
    if (plain !== '') names.unshift(plain);
    at = parent;
  }
  return names;
}

/** Names and parents asked for once: siblings share all their ancestors. */
export class PathMemory {
  readonly #known = new Map<string, Promise<{ name: string; parent: string | null; description: string }>>();

  get(program: Program, path: string) {
    const found = this.#known.get(path);
    if (found) return found;
    const asked = program.describe(path);
    this.#known.set(path, asked);
    return asked;
  }
}
