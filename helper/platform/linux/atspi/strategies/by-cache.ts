import type { GlobalRectangle } from '../../../../desktop.ts';
import type { CachedNode, Program } from '../program.ts';
import { controlRole, isScrolling } from '../roles.ts';
import { has, STATE, without } from '../states.ts';
import { isTimeUp } from './by-matching.ts';
import { clipBy } from './clipping.ts';
import { pooled } from './pool.ts';
import { type TreeNode, WALK, type Walked } from './tree-node.ts';

/**
 * GTK 4 hands out all it knows in one answer; only places are missing. It says of the frame alone that it is shown, so a
 * control counts as shown when it has a size and no ancestor says that it is hidden.
 */
export async function readByCache(program: Program, cached: readonly CachedNode[], frame: string): Promise<Walked> {
  const above = new Ancestors(cached);
  const wanted = inTreeOrder(cached, frame).filter((node) => isControl(node) && above.areVisible(node));
  const taken = wanted.slice(0, WALK.nodes);
  const scrolling = new Set(taken.flatMap((node) => above.of(node).filter((one) => isScrolling(one.role))));
  const areas = new Map<string, GlobalRectangle>();
  const { isComplete } = await pooled(
    [...scrolling, ...taken],
    async ({ path }) => {
      const extents = await extentsOf(program, path);
      if (extents) areas.set(path, extents);
    },
    isTimeUp,
  );
  const nodes = taken.flatMap((node) => {
    const extents = areas.get(node.path);
    if (!extents) return [];
    const scrollers = above.of(node).flatMap((one) => (isScrolling(one.role) ? (areas.get(one.path) ?? []) : []));
    return [asNode(node, extents, { scrollers, isSensitive: above.areSensitive(node) })];
  });
  return { nodes, truncated: isComplete ? (wanted.length > WALK.nodes ? 'nodes' : null) : 'time' };
}

function asNode(
  node: CachedNode,
  extents: GlobalRectangle,
  { scrollers, isSensitive }: { scrollers: GlobalRectangle[]; isSensitive: boolean },
): TreeNode {
  const { path, role, description, parent, interfaces } = node;
  const states = isSensitive ? node.states : without(node.states, STATE.sensitive);
  const name = withoutClassName(node.name);
  const clip = clipBy(extents, scrollers);
  return { path, role, states, extents, name, description, parent, interfaces, actions: null, isPage: false, clip };
}

/** GTK calls a control that nobody named after its class. */
export const withoutClassName = (name: string) => (/^(Gtk|Adw)[A-Z]\w*$/.test(name) ? '' : name);

/** The inner button of a drop-down is the drop-down itself. */
function isControl({ role, states }: CachedNode): boolean {
  return controlRole(role, states) !== null;
}

/** What the objects above one say for everything they hold. */
class Ancestors {
  readonly #byPath: ReadonlyMap<string, CachedNode>;
  readonly #known = new Map<string, CachedNode[]>();

  constructor(cached: readonly CachedNode[]) {
    this.#byPath = new Map(cached.map((one) => [one.path, one]));
  }

  /** Nearest first. */
  of(node: CachedNode): CachedNode[] {
    const known = this.#known.get(node.path);
    if (known) return known;
    const above: CachedNode[] = [];
    for (let at = this.#byPath.get(node.parent); at && above.length < 64; at = this.#byPath.get(at.parent))
      above.push(at);
    this.#known.set(node.path, above);
    return above;
  }

  /** Hidden is what says so of itself, and what lies in something hidden. */
  areVisible(node: CachedNode): boolean {
    return [node, ...this.of(node)].every((one) => has(one.states, STATE.visible));
  }

  /** GTK 4 tells of the container alone that it is greyed out. */
  areSensitive(node: CachedNode): boolean {
    return [node, ...this.of(node)].every((one) => has(one.states, STATE.sensitive));
  }
}

/** The objects below a frame, parents before children, as the program listed them among their siblings. */
function inTreeOrder(cached: readonly CachedNode[], frame: string): CachedNode[] {
  const below = new Map<string, CachedNode[]>();
  for (const node of cached) {
    const siblings = below.get(node.parent);
    if (siblings) siblings.push(node);
    else below.set(node.parent, [node]);
  }
  const ordered: CachedNode[] = [];
  const seen = new Set<string>();
  const stack = [...(below.get(frame) ?? [])].reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (seen.has(node.path)) continue;
    seen.add(node.path);
    ordered.push(node);
    const inside = below.get(node.path) ?? [];
    for (let i = inside.length - 1; i >= 0; i--) stack.push(inside[i] as CachedNode);
  }
  return ordered;
}

async function extentsOf(program: Program, path: string): Promise<GlobalRectangle | null> {
  try {
    return await program.extents(path);
  } catch (error) {
    if (isTimeUp(error) || program.limits.signal.aborted) throw error;
    return null;
  }
}
