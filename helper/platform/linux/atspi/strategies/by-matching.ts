import { contains } from '../../../../accessibility/rectangles.ts';
import type { GlobalRectangle } from '../../../../desktop.ts';
import { BusTimeout } from '../bus.ts';
import type { Program } from '../program.ts';
import { ACTION_ROLES, CONTROL_ROLES, PAGE_ACTION_ROLES, ROLE, SCROLLING_ROLES } from '../roles.ts';
import { has, STATE } from '../states.ts';
import { cutByScrollers, type Scroller } from './clipping.ts';
import { pooled } from './pool.ts';
import { type TreeNode, WALK, type Walked } from './tree-node.ts';

const SHOWN = [STATE.showing, STATE.visible];
const NO_INTERFACES: string[] = [];
const MOST_LABELS = 3;

/**
 * GTK 3 and Chromium look for us: a few questions find every object of the frame that is shown and may be a control, and
 * only those are asked for the rest. `withPages`: also tell what lies in a page.
 */
export async function readByMatching(program: Program, frame: string, withPages: boolean): Promise<Walked> {
  const isBrowser = program.toolkit === 'Chromium';
  const find = (roles: readonly number[]) =>
    program.matches(frame, { states: SHOWN, roles: [...roles], interfaces: NO_INTERFACES });
  const actionRoles = isBrowser ? PAGE_ACTION_ROLES : ACTION_ROLES;
  const [paths, others, scrolling, pages] = await Promise.all([
    find([...CONTROL_ROLES, ...actionRoles]),
    find(actionRoles),
    find(SCROLLING_ROLES),
    withPages ? readPages(program, frame) : [],
  ]);
  const asksActions = new Set(others);
  const wanted = paths.slice(0, WALK.nodes);
  const asked = pooled(wanted, (path) => readNode(program, path, asksActions.has(path)), isTimeUp);
  const areas = pooled(scrolling, async (path) => ({ path, extents: await program.extents(path) }), isTimeUp);
  const [{ results, isComplete }, { results: shown }] = await Promise.all([asked, areas]);
  const found = results.filter((one) => one !== null);
  const scrollers = [...shown, ...found.filter(scrolls)].flatMap(asScroller);
  const inPage = new Set(pages);
  const nodes = withoutClosedLists(found.filter((one) => one.role !== 0)).map((one) => ({
    ...one,
    isPage: inPage.has(one.path),
  }));
  const truncated = !isComplete ? 'time' : paths.length > WALK.nodes ? 'nodes' : null;
  return { nodes: await cutByScrollers(program, nodes, scrollers).catch(keepWhole(nodes)), truncated };
}

/** Time ran out while it was asked what lies in what: the places known so far are kept. */
function keepWhole(nodes: TreeNode[]): (error: unknown) => TreeNode[] {
  return (error) => {
    if (isTimeUp(error)) return nodes;
    throw error;
  };
}

/** A box of a page that scrolls says so by its actions. */
const scrolls = ({ actions }: TreeNode) => actions?.some((name) => /^scroll(Down|Right|Forward)/i.test(name)) === true;

function asScroller({ path, extents }: { path: string; extents: GlobalRectangle | null }): Scroller[] {
  return extents ? [{ path, extents }] : [];
}

/** A browser places the chosen entries of a closed list where the list box itself is. */
function withoutClosedLists(nodes: readonly TreeNode[]): TreeNode[] {
  const closed = nodes.filter(({ role, states }) => role === ROLE.comboBox && !has(states, STATE.expanded));
  const isEntry = ({ role }: TreeNode) => role === ROLE.menuItem || role === ROLE.listItem;
  return nodes.filter((node) => !isEntry(node) || !closed.some((one) => contains(one.extents, node.extents)));
}

/** A program that no longer answers, or the end of the reading's time: what is there is kept. */
export const isTimeUp = (error: unknown) => error instanceof BusTimeout;

/** Everything inside the documents of a frame. */
async function readPages(program: Program, frame: string): Promise<string[]> {
  const roles = [ROLE.documentWeb, ROLE.documentFrame];
  const documents = await program.matches(frame, { states: SHOWN, roles, interfaces: NO_INTERFACES });
  const all = { states: SHOWN, roles: [], interfaces: NO_INTERFACES };
  const inside = documents.map((path) => program.matches(path, all));
  return [...documents, ...(await Promise.all(inside)).flat()];
}

async function readNode(program: Program, path: string, asksActions: boolean): Promise<TreeNode | null> {
  try {
    const [role, states, extents, name, actions] = await Promise.all([
      program.role(path),
      program.states(path),
      program.extents(path),
      program.nameOf(path),
      asksActions ? program.actions(path) : null,
    ]);
    if (!extents) return null;
    const description = name === '' ? await otherWords(program, path) : null;
    const rest = { description, parent: null, interfaces: null, isPage: false, clip: null };
    return { path, role, states, extents, name, actions, ...rest };
  } catch (error) {
    // It was taken away meanwhile, or does not speak an interface it claims.
    if (isTimeUp(error) || program.limits.signal.aborted) throw error;
    return null;
  }
}

/** What a control without a name says of itself, else what is written in it. */
async function otherWords(program: Program, path: string): Promise<string> {
  const description = await program.descriptionOf(path);
  if (description !== '') return description;
  const labels = await program.matches(path, {
    states: SHOWN,
    roles: [ROLE.label, ROLE.static],
    interfaces: NO_INTERFACES,
  });
  const names = await Promise.all(labels.slice(0, MOST_LABELS).map((one) => program.nameOf(one)));
  return names.filter((one) => one !== '').join(' ');
}
