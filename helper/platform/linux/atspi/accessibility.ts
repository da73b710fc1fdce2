import { RemoteError } from '../../../../protocol/rpc/remote-error.ts';
import type {
  AccessibilityPort,
  AccessibleControl,
  AccessibleReading,
  DesktopWindow,
  Point,
  ReadDetail,
} from '../../../desktop.ts';
import { Applications } from './applications.ts';
import { Bus, BusTimeout, type CallLimits } from './bus.ts';
import { readWindow } from './read-window.ts';
import { WALK } from './tree-node.ts';

const ADDRESS_MS = 1_000;

/** Controls of other programs through AT-SPI2: D-Bus calls on the accessibility bus. */
export class AtspiAccessibility implements AccessibilityPort {
  readonly #windows: () => DesktopWindow[];
  #connected: Promise<{ bus: Bus; applications: Applications }> | null = null;

  constructor(windows: () => DesktopWindow[]) {
    this.#windows = windows;
  }

  async read(window: DesktopWindow, detail: ReadDetail, signal: AbortSignal): Promise<AccessibleReading> {
    const { applications } = await this.#open(signal);
    return withTimeLimit(signal, WALK.ms, (limits) =>
      readWindow({ applications, windows: this.#windows(), limits }, window, detail),
    );
  }

  async at(_window: DesktopWindow, _point: Point, _signal: AbortSignal): Promise<AccessibleControl | null> {
    return null;
  }

  async refresh(_handle: string, _signal: AbortSignal): Promise<AccessibleControl | null> {
    return null;
  }

  async press(_handle: string, _signal: AbortSignal): Promise<void> {
    throw new RemoteError('element_action_unsupported', 'not yet');
  }

  async setValue(_handle: string, _value: string, _signal: AbortSignal): Promise<void> {
    throw new RemoteError('element_action_unsupported', 'not yet');
  }

  async close(): Promise<void> {
    const opened = await this.#connected?.catch(() => null);
    opened?.bus.close();
  }

  /** A connection that was lost is made again. */
  async #open(signal: AbortSignal) {
    const opened = await this.#connected?.catch(() => null);
    if (opened?.bus.isOpen) return opened;
    const connected = connect(signal);
    this.#connected = connected;
    return connected;
  }
}

async function connect(signal: AbortSignal) {
  const address = process.env['DBUS_SESSION_BUS_ADDRESS'] ?? runtimeBus();
  if (!address) throw new RemoteError('accessibility_unavailable', 'There is no D-Bus session bus.');
  const session = await Bus.open(address);
  try {
    const call = { bus: 'org.a11y.Bus', path: '/org/a11y/bus', interface: 'org.a11y.Bus', member: 'GetAddress' };
    const [where] = await session.call(call, { signal, silenceMs: ADDRESS_MS }).catch(() => []);
    if (typeof where !== 'string')
      throw new RemoteError('accessibility_unavailable', 'The accessibility bus does not answer.');
    const bus = await Bus.open(where);
    return { bus, applications: new Applications(bus) };
  } finally {
    session.close();
  }
}

function runtimeBus(): string | null {
  const runtime = process.env['XDG_RUNTIME_DIR'];
  return runtime ? `unix:path=${runtime}/bus` : null;
}

/** Runs a reading that ends after `ms` whatever the program asked does. */
async function withTimeLimit<T>(signal: AbortSignal, ms: number, task: (limits: CallLimits) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const stop = () => abort.abort(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(() => abort.abort(new BusTimeout('The reading took too long.')), ms);
  try {
    return await task({ signal: abort.signal });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
