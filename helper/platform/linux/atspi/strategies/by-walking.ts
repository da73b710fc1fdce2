import type { GlobalRectangle } from '../../../../desktop.ts';
import type { Program } from '../program.ts';
import { asksActions, controlRole, hasOwnWindow, isDocument, isScrolling, ROLE } from '../roles.ts';
import { has, STATE, type States } from '../states.ts';
import { isTimeUp } from './by-matching.ts';
import { clipBy } from './clipping.ts';
import { createLimiter } from './limiter.ts';
import { type TreeNode, WALK, type Walked } from './tree-node.ts';

/** Objects asked about at once. */
const WIDTH = 24;

interface Branch {
  node: TreeNode | null;
  children: Branch[];
}

/**
 * Reads an object's tree from the top, for toolkits that cannot look for us. What is not shown is not entered: in it
 * nothing is shown either.
 */
export async function readByWalking(program: Program, frame: string): Promise<Walked> {
  const walk = new Walk(program);
  const root = await walk.branch(frame, { depth: 0, parent: null, isPage: false, scrollers: [] });
  return { nodes: flatten(root), truncated: walk.truncated };
}

function flatten(branch: Branch | null): TreeNode[] {
  if (!branch) return [];
  const below = branch.children.flatMap(flatten);
  return branch.node ? [branch.node, ...below] : below;
}

interface Place {
  depth: number;
  parent: string | null;
  isPage: boolean;
  /** The areas it can be scrolled out of. */
  scrollers: readonly GlobalRectangle[];
}

class Walk {
  truncated: Walked['truncated'] = null;
  readonly #program: Program;
  readonly #limited = createLimiter(WIDTH);
  readonly #seen = new Set<string>();

  constructor(program: Program) {
    this.#program = program;
  }

  /** Null for what is hidden, gone, seen before, or beyond a limit. */
  async branch(path: string, place: Place): Promise<Branch | null> {
    if (this.truncated === 'time' || this.#seen.has(path)) return null;
    if (this.#seen.size >= WALK.nodes) return this.#stop('nodes');
    this.#seen.add(path);
    try {
      return await this.#read(path, place);
    } catch (error) {
      if (this.#program.limits.signal.aborted && !isTimeUp(error)) throw error;
      return isTimeUp(error) ? this.#stop('time') : null;
    }
  }

  #stop(limit: 'nodes' | 'time'): null {
    this.truncated = limit === 'time' ? limit : (this.truncated ?? limit);
    return null;
  }

  async #read(path: string, place: Place): Promise<Branch | null> {
    const program = this.#program;
    const [role, states, below] = await this.#limited(() =>
      Promise.all([program.role(path), program.states(path), program.children(path)]),
    );
    const isFrame = place.depth === 0;
    if (!isFrame && !isShown(states)) return null;
    if (below.length > 0 && place.depth >= WALK.depth) this.truncated ??= 'depth';
    const isPage = place.isPage || isDocument(role);
    const entered = place.depth < WALK.depth ? below : [];
    const scrollers = below.length > 0 ? await this.#scrollers(path, role, place) : [];
    const inside = { depth: place.depth + 1, parent: path, isPage, scrollers };
    const children = entered.map((one) => this.branch(one, inside));
    const node = isFrame ? null : await this.#limited(() => readControl(program, path, { role, states, ...place }));
    const read = await Promise.all(children);
    return { node, children: read.filter((one) => one !== null) };
  }

  /** In Qt every object is cut by the one it lies in, unless it has a window of its own; elsewhere by what scrolls. */
  async #scrollers(path: string, role: number, { scrollers }: Place): Promise<readonly GlobalRectangle[]> {
    if (hasOwnWindow(role)) return [];
    if (!isScrolling(role) && this.#program.toolkit !== 'Qt') return scrollers;
    const area = await this.#limited(() => this.#program.extents(path).catch((error: unknown) => nullUnless(error)));
    return area ? [...scrollers, area] : scrollers;
  }
}

const isShown = (states: States) => has(states, STATE.showing) && has(states, STATE.visible);

async function readControl(
  program: Program,
  path: string,
  { role, states, parent, isPage, scrollers }: Place & { role: number; states: States },
): Promise<TreeNode | null> {
  const isControl = controlRole(role, states) !== null;
  if (!isControl && !asksActions(role)) return null;
  const [extents, name, actions] = await Promise.all([
    program.extents(path),
    program.nameOf(path),
    isControl ? null : program.actions(path).catch((error: unknown) => noneUnless(error)),
  ]);
  if (!extents || role === ROLE.frame) return null;
  const description = name === '' ? await program.descriptionOf(path) : null;
  const clip = clipBy(extents, scrollers);
  return { path, role, states, extents, name, description, parent, actions, interfaces: null, isPage, clip };
}

function nullUnless(error: unknown): null {
  if (isTimeUp(error)) throw error;
  return null;
}

/** An object without the interface has no actions; a program that hangs is another matter. */
function noneUnless(error: unknown): string[] {
  if (isTimeUp(error)) throw error;
  return [];
}
