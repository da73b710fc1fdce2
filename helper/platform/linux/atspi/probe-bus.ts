import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Probe } from '../../../desktop.ts';
import { Bus } from './bus.ts';

type Verdict = Probe['accessibility'];
type Environment = Record<string, string | undefined>;

/** For the whole look; the page that shows it waits. */
const LOOK_MS = 1_000;
const NAME = 'org.a11y.Bus';
const START = 'Start Fermix from inside your desktop session.';
const INSTALL =
  'Install the package at-spi2-core (Debian, Ubuntu: sudo apt-get install at-spi2-core), then log in again.';

/** Where the session bus is; null where the session has none. */
export function sessionBusAddress(env: Environment): string | null {
  if (env['DBUS_SESSION_BUS_ADDRESS']) return env['DBUS_SESSION_BUS_ADDRESS'];
  const path = env['XDG_RUNTIME_DIR'] ? join(env['XDG_RUNTIME_DIR'], 'bus') : null;
  return path !== null && existsSync(path) ? `unix:path=${path}` : null;
}

/** Whether programs can publish their controls here. Only looks: a bus that does not run yet is not started for it. */
export async function probeAccessibilityBus(env: Environment): Promise<Verdict> {
  const address = sessionBusAddress(env);
  if (address === null) return { value: false, detail: 'There is no D-Bus session bus.', step: START };
  const signal = AbortSignal.timeout(LOOK_MS);
  const session = await Bus.open(address).catch(() => null);
  if (!session) return { value: false, detail: 'The D-Bus session bus cannot be reached.', step: START };
  try {
    return await look(session, signal);
  } catch {
    return { value: false, detail: 'The accessibility bus does not answer.', step: 'Log out and log in again.' };
  } finally {
    session.close();
  }
}

async function look(session: Bus, signal: AbortSignal): Promise<Verdict> {
  const limits = { signal, silenceMs: LOOK_MS };
  const ask = (member: string, signature?: string, body?: unknown[]) =>
    session.call(
      {
        bus: 'org.freedesktop.DBus',
        path: '/org/freedesktop/DBus',
        interface: 'org.freedesktop.DBus',
        member,
        ...(signature === undefined ? {} : { signature, body: body ?? [] }),
      },
      limits,
    );
  const [isOwned] = await ask('NameHasOwner', 's', [NAME]);
  if (isOwned !== true) {
    const [names] = await ask('ListActivatableNames');
    if (Array.isArray(names) && names.includes(NAME))
      return { value: true, detail: 'The accessibility bus is installed; it starts when it is first used.' };
    return {
      value: false,
      detail: 'The accessibility bus is not installed, so programs cannot tell what they show.',
      step: INSTALL,
    };
  }
  const [isEnabled] = await session.call(
    {
      bus: NAME,
      path: '/org/a11y/bus',
      interface: 'org.freedesktop.DBus.Properties',
      member: 'Get',
      signature: 'ss',
      body: ['org.a11y.Status', 'IsEnabled'],
    },
    limits,
  );
  return { value: true, detail: enabledWords(session.plain(isEnabled) === true) };
}

function enabledWords(isEnabled: boolean): string {
  if (isEnabled) return 'The accessibility bus answers and is switched on (IsEnabled is true).';
  return (
    'The accessibility bus answers; it is switched on while the agent works (IsEnabled is false now). ' +
    'A program that runs already may say nothing until it is started again.'
  );
}
