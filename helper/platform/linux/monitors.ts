import type { DisplayFacts } from '../../desktop.ts';
import type { Connection } from './connection.ts';
import { copyOf } from './native.ts';

/** XRRMonitorInfo on 64-bit systems: name 0, primary 8, x 20, y 24, width 28, height 32. */
const MONITOR_BYTES = 56;
const RANDR_CHANGES = 1 | 2 | 4;

/**
 * Monitors in index order: the primary one, then by position, then by id. Scale is always 1 and rotation 0, since
 * capture and input share the root's pixel grid and a turned monitor already has its turned size there.
 */
export function listMonitors(connection: Connection): DisplayFacts[] {
  const { x, display, root } = connection;
  const count: [number] = [0];
  const list = x.XRRGetMonitors(display, root, 1, count);
  if (!list) return [];
  const found: { facts: DisplayFacts; primary: boolean }[] = [];
  for (let i = 0; i < count[0]; i++) {
    const bytes = copyOf(x.koffi, list + BigInt(i * MONITOR_BYTES), MONITOR_BYTES);
    const id = connection.atomName(Number(bytes.readBigUInt64LE(0))) ?? `monitor-${i}`;
    const [left, top] = [bytes.readInt32LE(20), bytes.readInt32LE(24)];
    const [width, height] = [bytes.readInt32LE(28), bytes.readInt32LE(32)];
    const facts = { id, x: left, y: top, width, height, scale: 1, rotation: 0 };
    if (width > 0 && height > 0) found.push({ facts, primary: bytes.readInt32LE(8) !== 0 });
  }
  x.XRRFreeMonitors(list);
  found.sort((a, b) => Number(b.primary) - Number(a.primary) || compareByPosition(a.facts, b.facts));
  return found.map((one) => one.facts);
}

function compareByPosition(a: DisplayFacts, b: DisplayFacts): number {
  return a.x - b.x || a.y - b.y || (a.id < b.id ? -1 : 1);
}

/** Calls back when a screen, a monitor or its mode changes. */
export function watchMonitors(connection: Connection, onChange: () => void): void {
  const { x, display, root } = connection;
  const event: [number] = [0];
  if (!x.XQueryExtension(display, 'RANDR', [0], event, [0])) return;
  x.XRRSelectInput(display, root, RANDR_CHANGES);
  connection.onEvent((type) => {
    if (type === event[0] || type === event[0] + 1) onChange();
  });
}
