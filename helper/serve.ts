import { randomBytes } from 'node:crypto';
import type { ChordPlatform } from '../protocol/helper/chord.ts';
import {
  type Badge,
  HELPER_PROTOCOL_VERSION,
  type HeldItem,
  type HelperHandlers,
  helperContract,
} from '../protocol/helper/operations.ts';
import { RemoteError } from '../protocol/rpc/remote-error.ts';
import { createServer } from '../protocol/rpc/server.ts';
import type { Transport } from '../protocol/rpc/transport.ts';
import { Listings } from './accessibility/listings.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Desktop, OpenDesktop, Probe } from './desktop.ts';
import { Hands } from './input/hands.ts';
import { Looks } from './look/looks.ts';
import { act } from './operations/act.ts';
import type { ActParts } from './operations/act-parts.ts';
import { encodeImage } from './operations/encode.ts';
import type { ImageCodec } from './picture/codec.ts';
import { Workshop } from './picture/workbench.ts';
import { DesktopHolder } from './session/desktop-holder.ts';
import { Gate } from './session/gate.ts';
import { isOwnProcess, readProcess } from './session/own-processes.ts';
import { throttle } from './session/throttle.ts';
import { HELPER_VERSION } from './version.ts';

const HUMAN_INPUT_EVERY_MS = 250;

export interface ServeOptions {
  transport: Transport;
  openDesktop: OpenDesktop;
  codec: ImageCodec;
  platform: ChordPlatform;
  displayServer: () => Probe['displayServer'];
  probeWithoutDesktop(reason: string): Probe;
  log(line: string): void;
  /** Leaving has begun: from now on the process must be gone in bounded time, whatever goes wrong. */
  leaving(): void;
  /** Called after each action has been answered: a moment to give memory back. */
  tidy?: () => void;
  /** Ends the process after everything was given back; also called when the other side went away. */
  exit(code: number): void;
  /** Ends it although a thread is held up. */
  exitStalled(code: number): void;
  clock?: Clock;
}

/** Answers the app until it goes away. What runs is stopped, lifted and given back on every way out. */
export function serve(options: ServeOptions): { end(reason: string, code: number): Promise<void> } {
  const session = new Session(options);
  return { end: (reason, code) => session.end(reason, code) };
}

/** How long a stopped action may take to give back what it took. */
const LEAVE_MS = 3_000;
/** Exit code of a reset that the app expects: the screen could not be read. */
const EXIT_STALLED = 75;

class Session {
  readonly #options: ServeOptions;
  readonly #gate = new Gate(randomBytes(8).toString('hex'));
  readonly #desktop: DesktopHolder;
  readonly #server;
  readonly #workshop = new Workshop();
  readonly #looks = new Looks();
  readonly #listings = new Listings(this.#gate.generation.slice(0, 6));
  #hands: Hands | null = null;
  #appPid: number = process.ppid;
  #ending: Promise<void> | null = null;

  constructor(options: ServeOptions) {
    this.#options = options;
    const human = throttle((at) => this.#server.notify('humanInput', { at }), HUMAN_INPUT_EVERY_MS);
    this.#desktop = new DesktopHolder(options.openDesktop, {
      humanInput: (at) => {
        this.#gate.humanInput();
        human(at);
      },
      displayChanged: () => this.#server.notify('displayChanged', {}),
    });
    this.#server = createServer(helperContract, options.transport, this.#handlers(), {
      onClose: (reason) => void this.end(reason, 0),
      onFault: this.#report,
    });
  }

  readonly #report = (error: unknown) =>
    this.#options.log(error instanceof Error ? (error.stack ?? error.message) : String(error));

  /** Lifts what is held, gives the clipboard on, then ends the process. */
  end(reason: string, code: number): Promise<void> {
    this.#ending ??= this.#leave(reason, code);
    return this.#ending;
  }

  async #leave(reason: string, code: number): Promise<void> {
    this.#options.leaving();
    this.#options.log(`Leaving: ${reason}`);
    this.#gate.control('pause');
    this.#hands?.releaseAll();
    // An action that was stopped gives back what it took, in its own order.
    await Promise.race([this.#gate.idle(), systemClock.sleep(LEAVE_MS)]);
    await this.#desktop.close().catch((error: unknown) => this.#options.log(String(error)));
    this.#options.exit(code);
  }

  #handlers(): HelperHandlers {
    return {
      hello: ({ protocolVersion, appPid }) => this.#hello(protocolVersion, appPid),
      probe: () => this.#probe((desktop) => desktop.probe()),
      requestPermissions: () => this.#probe((desktop) => desktop.requestPermissions()),
      act: async (input, call) => {
        const onCancel = (listener: () => void) => call.signal.addEventListener('abort', listener, { once: true });
        const acting = act(() => this.#parts(), this.#gate, input, { id: call.id, onCancel });
        return this.#resetWhenStalled(acting).finally(this.#options.tidy);
      },
      idle: () => this.#resetWhenStalled(this.#idle()),
      control: ({ generation, verb, items }) => this.#control(generation, verb, items),
      encode: async (order) => {
        const { data, ...rest } = await encodeImage(this.#options.codec, order);
        return { ...rest, data: data.toString('base64') };
      },
      badge: ({ badge }) => this.#badge(badge),
      shutdown: () => {
        setImmediate(() => void this.end('shutdown', 0));
        return { ok: true };
      },
    };
  }

  #hello(protocolVersion: number, appPid: number) {
    if (protocolVersion !== HELPER_PROTOCOL_VERSION)
      throw new RemoteError('helper_incompatible', 'The helper and the app do not belong together.', {
        app: protocolVersion,
        helper: HELPER_PROTOCOL_VERSION,
      });
    this.#appPid = appPid;
    const onLinux = process.platform === 'linux';
    return {
      protocolVersion: HELPER_PROTOCOL_VERSION,
      helperVersion: HELPER_VERSION,
      generation: this.#gate.generation,
      platform: `${process.platform}-${process.arch}`,
      displayServer: this.#options.displayServer(),
      operations: Object.keys(helperContract.operations),
      capabilities: { marks: onLinux, elements: onLinux, windows: onLinux },
    };
  }

  async #probe(ask: (desktop: Desktop) => Promise<Probe>): Promise<Probe> {
    try {
      return await ask(await this.#desktop.get());
    } catch (error) {
      return this.#options.probeWithoutDesktop(error instanceof Error ? error.message : String(error));
    }
  }

  async #parts(): Promise<ActParts> {
    const { codec, platform, clock = systemClock } = this.#options;
    const desktop = await this.#desktop.get();
    desktop.accessibility?.prepare();
    const hands = this.#handsOf(desktop);
    const isOwnWindow = (pid: number) => isOwnProcess(pid, this.#appPid, readProcess);
    return {
      report: this.#report,
      codec,
      workshop: this.#workshop,
      looks: this.#looks,
      listings: this.#listings,
      platform,
      clock,
      desktop,
      hands,
      isOwnWindow,
    };
  }

  #handsOf(desktop: Desktop): Hands {
    this.#hands ??= new Hands(desktop.input, (items) => this.#server.notify('held', { items }));
    return this.#hands;
  }

  async #control(generation: string, verb: 'pause' | 'resume' | 'release', items: HeldItem[] | undefined) {
    if (generation !== this.#gate.generation)
      throw new RemoteError('stale_authority', 'This control was meant for another start of the helper.');
    const { authority, inFlightId } = this.#gate.control(verb);
    if (verb !== 'resume') this.#hands?.releaseAll();
    if (verb === 'release' && items && items.length > 0) await this.#lift(items);
    return { ok: true, authority, inFlightId };
  }

  /** Lifts what a helper that was killed had left down. */
  async #lift(items: readonly HeldItem[]): Promise<void> {
    const { input } = await this.#desktop.get();
    for (const item of [...items].reverse()) input.post(item, false);
    input.flush();
  }

  async #badge(badge: Badge | null): Promise<{ shown: boolean }> {
    // Taking it away needs no desktop: none was opened, so none is shown.
    const sign = badge ? (await this.#desktop.get()).badge : this.#desktop.current?.badge;
    if (badge && sign) return { shown: await sign.show(badge) };
    sign?.hide();
    return { shown: false };
  }

  async #idle(): Promise<{ idleMs: number | null; attributed: boolean }> {
    const desktop = await this.#desktop.get();
    await desktop.responsive();
    // Who holds a key or a button is using the machine, however long ago it was pressed.
    const isHolding = desktop.input.heldByOthers(this.#handsOf(desktop).held).length > 0;
    return isHolding ? { ...desktop.idle(), idleMs: 0 } : desktop.idle();
  }

  /**
   * The call that stalled is still waiting on its thread and cannot be ended: answer, then make room for a new helper.
   * Nothing is released here, since that would wait for the same server; the app has the list of what is held.
   */
  async #resetWhenStalled<T>(operation: Promise<T>): Promise<T> {
    try {
      return await operation;
    } catch (error) {
      if (error instanceof RemoteError && error.code === 'capture_stalled') {
        this.#options.log('The screen did not answer in time.');
        setImmediate(() => this.#options.exitStalled(EXIT_STALLED));
      }
      throw error;
    }
  }
}
