import type { GlobalRectangle } from '../../../../desktop.ts';
import type { CachedNode, Program } from '../program.ts';
import { controlRole, isScrolling, ROLE } from '../roles.ts';
import { has, STATE, without } from '../states.ts';
import { isTimeUp } from './by-matching.ts';
import { clipBy } from './clipping.ts';
import { pooled } from './pool.ts';
import { type TreeNode, WALK, type Walked } from './tree-node.ts';

const MOST_ANCESTORS = 64;
const MOST_LEVELS = 40;
/** Characters of a name put together from labels. */
const LONG_ENOUGH = 60;

/**
 * GTK 4 hands out all it knows in one answer; only places are missing. It says of the frame alone that it is shown, so a
 * control counts as shown when it has a size and no ancestor says that it is hidden.
 */
export async function readByCache(program: Program, frame: string): Promise<Walked> {
  const cached = await wholeCache(program);
  const above = new Ancestors(cached);
  const wanted = inTreeOrder(cached, frame).filter((node) => isControl(node, above) && above.areVisible(node));
  const taken = wanted.slice(0, WALK.nodes);
  const labels = labelsInside(cached, above);
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
    const label = labels.get(node.path) ?? '';
    return [asNode(node, extents, { scrollers, isSensitive: above.areSensitive(node), label })];
  });
  const checked = await pooled(nodes, (node) => isHit(program, above, node), isTimeUp);
  const shown = nodes.filter((_, i) => checked.results[i] !== false);
  const isWhole = isComplete && checked.isComplete;
  return { nodes: shown, truncated: isWhole ? (wanted.length > WALK.nodes ? 'nodes' : null) : 'time' };
}

/**
 * Something that was shown once keeps its place when it is hidden, as another page of a stack is. Only the program's own
 * hit test knows: it answers with the innermost object at a point, and with none in another surface such as a popover's.
 */
async function isHit(program: Program, above: Ancestors, { path, states, extents, clip }: TreeNode): Promise<boolean> {
  const { x, y, w, h } = clip ?? extents;
  if (w === 0 || h === 0) return false;
  const surface = above.surfaceOf(path);
  if (surface === null) return true;
  const hit = await program.at(surface, Math.floor(x + w / 2), Math.floor(y + h / 2)).catch(nullUnlessTime);
  if (hit === null || above.isWithin(hit, path)) return true;
  // What is greyed out is passed over: its place answers for what holds it.
  return !has(states, STATE.sensitive) && above.isWithin(path, hit);
}

/**
 * An object gets into the cache when somebody asks for it: what tells of more children than it has there is asked for
 * them, level by level, until all are in.
 */
async function wholeCache(program: Program): Promise<CachedNode[]> {
  const asked = new Set<string>();
  for (let level = 0; ; level++) {
    const cached = await program.cache();
    const present = new Map<string, number>();
    for (const { parent } of cached) present.set(parent, (present.get(parent) ?? 0) + 1);
    const lacking = cached.filter(({ path, children }) => children > (present.get(path) ?? 0) && !asked.has(path));
    if (lacking.length === 0 || level === MOST_LEVELS || cached.length > WALK.nodes) return cached;
    for (const { path } of lacking) asked.add(path);
    const { isComplete } = await pooled(lacking, ({ path }) => program.children(path).catch(noneUnlessTime), isTimeUp);
    if (!isComplete) return cached;
  }
}

/** Gone meanwhile. */
function noneUnlessTime(error: unknown): string[] {
  if (isTimeUp(error)) throw error;
  return [];
}

function nullUnlessTime(error: unknown): null {
  if (isTimeUp(error)) throw error;
  return null;
}

function asNode(
  node: CachedNode,
  extents: GlobalRectangle,
  { scrollers, isSensitive, label }: { scrollers: GlobalRectangle[]; isSensitive: boolean; label: string },
): TreeNode {
  const { path, role, description, parent, interfaces } = node;
  const states = isSensitive ? node.states : without(node.states, STATE.sensitive);
  const name = withoutClassName(node.name) || label;
  const clip = clipBy(extents, scrollers);
  return { path, role, states, extents, name, description, parent, interfaces, actions: null, isPage: false, clip };
}

/** What is written inside each object: the name of a row that has none of its own. */
function labelsInside(cached: readonly CachedNode[], above: Ancestors): Map<string, string> {
  const labels = new Map<string, string>();
  for (const node of cached)
    if (node.role === ROLE.label && node.name !== '')
      for (const { path } of above.of(node)) {
        const before = labels.get(path);
        if (before === undefined || before.length < LONG_ENOUGH)
          labels.set(path, before ? `${before} ${node.name}` : node.name);
      }
  return labels;
}

/** GTK calls a control that nobody named after its class. */
export const withoutClassName = (name: string) => (/^(Gtk|Adw)[A-Z]\w*$/.test(name) ? '' : name);

/** The inner button of a drop-down is the drop-down itself. */
function isControl(node: CachedNode, above: Ancestors): boolean {
  return controlRole(node.role, node.states) !== null && above.of(node)[0]?.role !== ROLE.comboBox;
}

/** What the objects above one say for everything they hold. */
class Ancestors {
  readonly #byPath: ReadonlyMap<string, CachedNode>;
  readonly #known = new Map<string, CachedNode[]>();

  constructor(cached: readonly CachedNode[]) {
    this.#byPath = new Map(cached.map((one) => [one.path, one]));
  }

  /** Up to the frame, the nearest first; the program itself is neither shown nor sensitive. */
  of(node: CachedNode): CachedNode[] {
    const known = this.#known.get(node.path);
    if (known) return known;
    const above: CachedNode[] = [];
    for (let at = this.#byPath.get(node.parent); at && at.role !== ROLE.application; at = this.#byPath.get(at.parent)) {
      above.push(at);
      if (above.length === MOST_ANCESTORS) break;
    }
    this.#known.set(node.path, above);
    return above;
  }

  /** The object whose hit test knows this one: its frame; null for one that hangs in none. */
  surfaceOf(path: string): string | null {
    const node = this.#byPath.get(path);
    return (node && this.of(node).at(-1)?.path) ?? null;
  }

  /** True when `inner` is `outer` or lies in it. One that is not known yet may lie in it. */
  isWithin(inner: string, outer: string): boolean {
    const node = this.#byPath.get(inner);
    return !node || inner === outer || this.of(node).some((one) => one.path === outer);
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

/** The objects below a frame, parents before children, siblings in their order. */
function inTreeOrder(cached: readonly CachedNode[], frame: string): CachedNode[] {
  const below = new Map<string, CachedNode[]>();
  for (const node of cached) {
    const siblings = below.get(node.parent);
    if (siblings) siblings.push(node);
    else below.set(node.parent, [node]);
  }
  for (const siblings of below.values()) siblings.sort((a, b) => a.index - b.index);
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
