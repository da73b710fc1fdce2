import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DisplayFacts, Probe } from '../../desktop.ts';
import type { Connection } from './connection.ts';

type Verdict = Probe['screenCapture'];
const verdict = (value: boolean | null, detail: string): Verdict => ({ value, detail });

/** What this X session offers, from looking only: nothing is grabbed, posted or asked of the person. */
export function describeSession(
  connection: Connection,
  displays: readonly DisplayFacts[],
  facts: { idleAttributed: boolean; hasIdle: boolean; locked: boolean | null; grabError: string | null },
): Probe {
  const { x, display } = connection;
  const version: [number] = [0];
  const hasXTest = x.XTestQueryExtension(display, [0], [0], version, [0]) !== 0;
  const sizes = displays.map((one) => `${one.width}x${one.height}`).join(', ');
  const lockWords = facts.locked ? 'The session is locked.' : 'The session is not locked.';
  return {
    displayServer: 'x11',
    screenCapture: verdict(facts.grabError === null, facts.grabError ?? `X11, ${sizes || 'no display'}.`),
    inputControl: verdict(hasXTest, hasXTest ? 'XTEST is present.' : 'The X server has no XTEST extension.'),
    accessibility: accessibility(connection, process.env),
    clipboard: verdict(true, 'X11 selections.'),
    idle: facts.hasIdle
      ? verdict(true, facts.idleAttributed ? 'Idle time of each device.' : 'One idle time that also counts our input.')
      : verdict(false, 'The X server keeps no idle time.'),
    locked: verdict(facts.locked, facts.locked === null ? 'Nothing here can tell.' : lockWords),
  };
}

function accessibility(connection: Connection, env: Record<string, string | undefined>): Verdict {
  const bus = connection.property(connection.root, connection.atom('AT_SPI_BUS'));
  if (bus) return verdict(true, 'The accessibility bus is running.');
  const runtime = env['XDG_RUNTIME_DIR'];
  const hasSessionBus = env['DBUS_SESSION_BUS_ADDRESS'] || (runtime && existsSync(join(runtime, 'bus')));
  if (!hasSessionBus) return verdict(false, 'There is no D-Bus session bus.');
  return verdict(null, 'The session bus is there; the accessibility bus starts when it is first used.');
}
