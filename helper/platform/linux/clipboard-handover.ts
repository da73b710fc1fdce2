import { spawn } from 'node:child_process';
import { CLEAN_ARGUMENT } from '../../../protocol/helper/start.ts';
import type { XClipboard } from './clipboard.ts';
import type { Connection } from './connection.ts';
import { SelectionOwner, type Targets } from './selection-owner.ts';
import { EVENT, packIds, readSelectionNotify } from './x-events.ts';

const HANDOVER_MS = 1_500;
const KEEPER_READY_MS = 2_000;
const XA_ATOM = 4;

/** Argument that starts this program as the keeper of one clipboard. */
export const KEEPER_ARGUMENT = '--keep-clipboard';

/** One format of a clipboard between two processes: names instead of numbers, data in base64. */
interface KeptFormat {
  target: string;
  type: string;
  format: number;
  data: string;
}

interface Kept {
  /** Window of the owner to take over from. */
  from: number;
  formats: KeptFormat[];
}

/**
 * Content that we gave back would vanish with this process. A clipboard manager takes it where one runs; else a small
 * process of its own keeps it until somebody copies something or the session ends, as the program that had it did.
 */
export async function handClipboardOver(connection: Connection, clipboard: XClipboard): Promise<void> {
  const owned = clipboard.owner.current('CLIPBOARD');
  if (!owned || owned.targets.size === 0) return;
  if (await saveToManager(connection, clipboard, owned.targets)) return;
  await startKeeper({ from: clipboard.window, formats: describe(connection, owned.targets) });
}

function describe(connection: Connection, targets: Targets): KeptFormat[] {
  const formats: KeptFormat[] = [];
  for (const [target, { type, format, data }] of targets) {
    const names = { target: connection.atomName(target), type: connection.atomName(type) };
    if (names.target && names.type)
      formats.push({ target: names.target, type: names.type, format, data: data.toString('base64') });
  }
  return formats;
}

/** ICCCM clipboard manager protocol: it fetches what we own, then answers. */
function saveToManager(connection: Connection, clipboard: XClipboard, targets: Targets): Promise<boolean> {
  const { x, display } = connection;
  const manager = connection.atom('CLIPBOARD_MANAGER');
  if (!x.XGetSelectionOwner(display, manager)) return Promise.resolve(false);
  const slot = connection.atom('FERMIX_SAVE_TARGETS');
  const list = packIds([...targets.keys()]);
  x.XChangeProperty(display, clipboard.window, slot, XA_ATOM, 32, 0, list, targets.size);
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), HANDOVER_MS);
    connection.onEvent((type, event) => {
      if (type !== EVENT.selectionNotify) return;
      const { selection, property } = readSelectionNotify(event);
      if (selection !== manager) return;
      clearTimeout(timer);
      resolve(property !== 0);
    });
    x.XConvertSelection(display, manager, connection.atom('SAVE_TARGETS'), slot, clipboard.window, 0);
    connection.flush();
  });
}

function startKeeper(kept: Kept): Promise<void> {
  const script = process.argv[1];
  if (!script) return Promise.resolve();
  const child = spawn(process.execPath, [script, KEEPER_ARGUMENT, CLEAN_ARGUMENT], {
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      child.stdout.destroy();
      child.unref();
      resolve();
    };
    const timer = setTimeout(finish, KEEPER_READY_MS);
    child.on('error', finish);
    child.stdin.on('error', () => undefined);
    child.stdout.once('data', finish);
    child.stdin.end(JSON.stringify(kept));
  });
}

/** The keeper's whole life: own the clipboard until somebody else does. Ends with the X server by itself. */
export async function keepClipboard(
  open: () => Promise<Connection | null>,
  input: NodeJS.ReadableStream,
): Promise<void> {
  let text = '';
  input.setEncoding('utf8');
  for await (const piece of input) text += piece;
  const kept = JSON.parse(text) as Kept;
  const connection = await open();
  if (!connection) return;
  const { x, display, root } = connection;
  const owner = x.XGetSelectionOwner(display, connection.atom('CLIPBOARD'));
  // Anybody else copied something meanwhile.
  if (owner !== 0 && owner !== kept.from) return;
  const window = x.XCreateSimpleWindow(display, root, -10, -10, 1, 1, 0, 0, 0);
  const selection = new SelectionOwner(connection, window);
  const targets: Targets = new Map();
  for (const { target, type, format, data } of kept.formats)
    targets.set(connection.atom(target), { type: connection.atom(type), format, data: Buffer.from(data, 'base64') });
  const lost = new Promise<void>((resolve) => {
    selection.onLost = () => resolve();
  });
  if (!selection.own('CLIPBOARD', targets)) return;
  connection.sync();
  process.stdout.on('error', () => undefined);
  process.stdout.write('ready\n');
  // The poll of the connection alone does not keep the process alive.
  const alive = setInterval(() => connection.pump(), 60_000);
  await lost;
  clearInterval(alive);
}
