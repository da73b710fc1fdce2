import type { DesktopWindow, GlobalRectangle } from '../../desktop.ts';
import type { Connection } from './connection.ts';
import type { Margins, WindowProperties } from './window-properties.ts';
import type { WindowTree } from './window-tree.ts';

const MOST = 200;
/** Where no window manager keeps a list, a program's own window lies at most so deep below the root. */
const MAX_LOOKED_AT = 16;

interface Places {
  connection: Connection;
  tree: WindowTree;
  properties: WindowProperties;
}

/**
 * The windows that are shown, front-most first. The order is the server's own, so menus and other windows that no window
 * manager looks after stand where they are seen; what they are comes from the window manager's list and properties.
 */
export function listWindows(places: Places): DesktopWindow[] {
  const { connection, tree, properties } = places;
  const children = tree.family(connection.root)?.children ?? [];
  const clients = new Map<number, number>();
  for (const client of properties.managed()) {
    const top = tree.topLevel(client);
    if (top !== null) clients.set(top, client);
  }
  const focused = focusedWindow(places);
  const found: DesktopWindow[] = [];
  for (const top of children.reverse()) {
    if (found.length === MOST) break;
    const window = describe(places, top, clients.get(top) ?? null);
    if (window) found.push({ ...window, focused: Number(window.id) === focused });
  }
  return found;
}

/** The window manager's answer; without one, the window that holds the keyboard's focus. */
function focusedWindow({ connection, tree, properties }: Places): number | null {
  const active = properties.active();
  if (active !== null) return active;
  const focus: [number] = [0];
  connection.x.XGetInputFocus(connection.display, focus, [0]);
  return Number(focus[0]) > 1 ? tree.topLevel(Number(focus[0])) : null;
}

function describe(places: Places, top: number, client: number | null): Omit<DesktopWindow, 'focused'> | null {
  const { tree, properties } = places;
  const outer = tree.attributes(top);
  if (!outer?.isShown) return null;
  if (client === null && !outer.isUnmanaged) return describeClient(places, namedBelow(places, top), false);
  if (client !== null)
    return properties.isAway(client) ? null : describeClient(places, client, properties.isShell(client));
  return tree.isClickedThrough(top) ? null : describeClient(places, top, true);
}

function describeClient(
  { tree, properties }: Places,
  window: number,
  isShell: boolean,
): Omit<DesktopWindow, 'focused'> | null {
  const client = tree.client(window);
  if (!client) return null;
  const pid = properties.pid(window);
  // A window of this very process only shows that the agent works; nobody works in it and input passes through it.
  if (pid === process.pid) return null;
  const bounds = shrink(grow(client, properties.frame(window)), properties.shadow(window));
  if (bounds.w < 1 || bounds.h < 1) return null;
  const classes = properties.classes(window);
  return {
    id: String(window),
    app: classes.at(-1) ?? '',
    title: properties.title(window),
    pid,
    classes: classes.map((one) => one.toLowerCase()),
    bounds,
    client,
    isShell,
    isTooltip: isShell && properties.isTooltip(window),
  };
}

/** The window that says who it is, level by level; `top` itself when none does. */
function namedBelow({ tree, properties }: Places, top: number): number {
  const queue = [top];
  for (let i = 0; i < queue.length && i < MAX_LOOKED_AT; i++) {
    const window = queue[i] ?? top;
    if (properties.classes(window).length > 0) return window;
    queue.push(...(tree.family(window)?.children ?? []));
  }
  return top;
}

function grow({ x, y, w, h }: GlobalRectangle, [left, right, top, bottom]: Margins): GlobalRectangle {
  return { x: x - left, y: y - top, w: w + left + right, h: h + top + bottom };
}

function shrink(rectangle: GlobalRectangle, [left, right, top, bottom]: Margins): GlobalRectangle {
  return grow(rectangle, [-left, -right, -top, -bottom]);
}
