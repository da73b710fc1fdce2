import { contains, intersection } from '../../../../accessibility/rectangles.ts';
import type { GlobalRectangle } from '../../../../desktop.ts';
import type { Program } from '../program.ts';
import type { TreeNode } from './tree-node.ts';

const MOST_ANCESTORS = 40;
/** Nothing of an object is left: it was scrolled away. */
const NOTHING: GlobalRectangle = { x: 0, y: 0, w: 0, h: 0 };

export interface Scroller {
  path: string;
  extents: GlobalRectangle;
}

/** The part that all of an object's scrolling ancestors leave; null when they leave it whole. */
export function clipBy(extents: GlobalRectangle, scrollers: readonly GlobalRectangle[]): GlobalRectangle | null {
  let left: GlobalRectangle | null = extents;
  for (const one of scrollers) left = left && intersection(left, one);
  if (!left) return NOTHING;
  return left.w === extents.w && left.h === extents.h ? null : left;
}

/**
 * Cuts objects by the scrolling areas that hold them. A list from the program does not say what lies in what; only those
 * that cross an area's edge are in doubt, and only their ancestors are asked for.
 */
export async function cutByScrollers(
  program: Program,
  nodes: readonly TreeNode[],
  scrollers: readonly Scroller[],
): Promise<TreeNode[]> {
  const parents = new Map<string, Promise<string | null>>();
  return Promise.all(
    nodes.map(async (node) => {
      const crossed = scrollers.filter((one) => !contains(one.extents, node.extents) && one.path !== node.path);
      if (crossed.length === 0) return node;
      const above = await ancestorsOf(program, node.path, parents);
      const holding = crossed.filter((one) => above.has(one.path));
      return holding.length === 0
        ? node
        : {
            ...node,
            clip: clipBy(
              node.extents,
              holding.map((one) => one.extents),
            ),
          };
    }),
  );
}

async function ancestorsOf(
  program: Program,
  path: string,
  known: Map<string, Promise<string | null>>,
): Promise<Set<string>> {
  const found = new Set<string>();
  for (let at: string | null = path; at !== null && found.size < MOST_ANCESTORS; ) {
    let parent = known.get(at);
    if (!parent) {
      parent = program.parent(at);
      known.set(at, parent);
    }
    at = await parent;
    if (at === null || found.has(at)) break;
    found.add(at);
  }
  return found;
}
