import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RemoteError } from '../../../../protocol/rpc/remote-error.ts';
import { busAddress, readIsEnabled, writeIsEnabled } from './activation.ts';
import { Applications } from './applications.ts';
import { Bus } from './bus.ts';

/** The launcher may have to start the accessibility bus first. */
const START_MS = 1_500;
const END_MS = 500;

/** Where the session's D-Bus is; null where there is none. */
export function sessionBusAddress(env: Record<string, string | undefined> = process.env): string | null {
  const told = env['DBUS_SESSION_BUS_ADDRESS'];
  if (told) return told;
  const socket = join(env['XDG_RUNTIME_DIR'] || '/nowhere', 'bus');
  return existsSync(socket) ? `unix:path=${socket}` : null;
}

/** The accessibility bus, switched on as long as this is open. */
export class AccessibilitySession {
  readonly bus: Bus;
  readonly applications: Applications;
  /** False: programs that were started before may publish nothing. */
  readonly wasEnabled: boolean;
  readonly #session: Bus;

  private constructor(session: Bus, bus: Bus, wasEnabled: boolean) {
    this.#session = session;
    this.bus = bus;
    this.applications = new Applications(bus);
    this.wasEnabled = wasEnabled;
  }

  /** Throws `accessibility_unavailable`. */
  static async open(): Promise<AccessibilitySession> {
    const address = sessionBusAddress();
    if (!address) throw new RemoteError('accessibility_unavailable', 'There is no D-Bus session bus.');
    const session = await Bus.open(address);
    const limits = { signal: AbortSignal.timeout(START_MS), silenceMs: START_MS };
    try {
      const where = await busAddress(session, limits);
      if (!where) throw new RemoteError('accessibility_unavailable', 'The accessibility bus does not answer.');
      const wasEnabled = await readIsEnabled(session, limits);
      if (wasEnabled === false) await writeIsEnabled(session, true, limits);
      return new AccessibilitySession(session, await Bus.open(where), wasEnabled !== false);
    } catch (error) {
      session.close();
      if (error instanceof RemoteError) throw error;
      throw new RemoteError('accessibility_unavailable', 'The accessibility bus does not answer.');
    }
  }

  get isOpen(): boolean {
    return this.bus.isOpen;
  }

  /** Leaves the system as it was found. */
  async close(): Promise<void> {
    const limits = { signal: AbortSignal.timeout(END_MS), silenceMs: END_MS };
    if (!this.wasEnabled) await writeIsEnabled(this.#session, false, limits).catch(() => undefined);
    this.bus.close();
    this.#session.close();
  }
}
