import { BusTimeout } from './bus.ts';
import { pooled } from './pool.ts';
import type { Program } from './program.ts';
import { CONTROL_ROLES, controlRole, ROLE } from './roles.ts';
import { STATE } from './states.ts';
import { type TreeNode, WALK, type Walked } from './tree-node.ts';

const SHOWN = [STATE.showing, STATE.visible];
const ACTION_FACE = ['Action'];

/**
 * GTK 3 and Chromium look for us: one question finds every object of the frame that is shown and is a control, and only
 * those are asked for the rest.
 */
export async function readByMatching(program: Program, frame: string, withPages: boolean): Promise<Walked> {
  const [byRole, byAction, pages] = await Promise.all([
    program.matches(frame, { states: SHOWN, roles: CONTROL_ROLES, interfaces: [] }),
    program.matches(frame, { states: SHOWN, roles: [], interfaces: ACTION_FACE }),
    withPages ? readPages(program, frame) : [],
  ]);
  const inPage = new Set(pages);
  const isControl = new Set(byRole);
  const withAction = new Set(byAction);
  const paths = inTreeOrder(byRole, byAction);
  const { results, isComplete } = await pooled(
    paths.slice(0, WALK.nodes),
    (path) => readNode(program, path, { isControl: isControl.has(path), hasAction: withAction.has(path) }),
    isTimeUp,
  );
  const nodes = results.filter((one) => one !== null).map((one) => ({ ...one, isPage: inPage.has(one.path) }));
  const truncated = !isComplete ? 'time' : paths.length > WALK.nodes ? 'nodes' : null;
  return { nodes, truncated };
}

/** A program that no longer answers, or the end of the reading's time: what is there is kept. */
export const isTimeUp = (error: unknown) => error instanceof BusTimeout;

/** Everything inside the documents of a frame. */
async function readPages(program: Program, frame: string): Promise<string[]> {
  const roles = [ROLE.documentWeb, ROLE.documentFrame];
  const documents = await program.matches(frame, { states: SHOWN, roles, interfaces: [] });
  const inside = documents.map((path) => program.matches(path, { states: SHOWN, roles: [], interfaces: [] }));
  return [...documents, ...(await Promise.all(inside)).flat()];
}

/**
 * Both lists come in the order of the tree, so what both have keeps them in step: what only one has goes in before the
 * next common one.
 */
export function inTreeOrder(first: readonly string[], second: readonly string[]): string[] {
  const inFirst = new Set(first);
  const merged = new Set<string>();
  let at = 0;
  for (const path of second) {
    if (!inFirst.has(path)) merged.add(path);
    else while (at < first.length && !merged.has(path)) merged.add(first[at++] as string);
  }
  for (const path of first) merged.add(path);
  return [...merged];
}

async function readNode(
  program: Program,
  path: string,
  known: { isControl: boolean; hasAction: boolean },
): Promise<TreeNode | null> {
  const wantsActions = known.hasAction && !known.isControl;
  try {
    const [role, states, extents, name, actions] = await Promise.all([
      program.role(path),
      program.states(path),
      program.extents(path),
      program.nameOf(path),
      wantsActions ? program.actions(path) : null,
    ]);
    if (!extents) return null;
    if (!known.isControl && controlRole(role, states) === null && actions === null) return null;
    return {
      path,
      role,
      states,
      extents,
      name,
      description: null,
      parent: null,
      actions,
      interfaces: null,
      isPage: false,
    };
  } catch (error) {
    // It was taken away meanwhile, or does not speak an interface it claims.
    if (isTimeUp(error) || program.limits.signal.aborted) throw error;
    return null;
  }
}
