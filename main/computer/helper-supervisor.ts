import type { HeldItem } from '../../protocol/helper/operations.ts';
import type { Clock, Log } from '../agent/ports.ts';
import type { CaptureBreaker } from './capture-breaker.ts';
import { within } from './clock-timers.ts';
import { connectHelper, type HelperLink, type LinkEnd } from './helper-link.ts';
import type { HelperStarter } from './helper-process.ts';
import type { HelperPrograms } from './install/helper-programs.ts';
import { Refusal } from './refusal.ts';

/** What a helper is for: seeing and acting, scaling pictures, a question, or letting go of what a dead one held. */
export type HelperPurpose = 'screen' | 'encode' | 'probe' | 'release';

/** Starts helpers, after checking their files, and looks after what they leave behind. Never restarts one by itself. */
export interface HelperSupervisor {
  /** Throws a Refusal when the helper may not or cannot be started. Aborting kills one that is still starting. */
  launch(purpose: HelperPurpose, signal?: AbortSignal): Promise<HelperLink>;
  /** Ends every helper that runs, whatever for. */
  endAll(): Promise<void>;
  /** Ends every helper. Nothing can be started afterwards. */
  close(): Promise<void>;
}

export interface SupervisorPorts {
  programs: Pick<HelperPrograms, 'open' | 'greeted'>;
  starter: HelperStarter;
  breaker: CaptureBreaker;
  clock: Clock;
  log: Log;
  appVersion: string;
  appPid: number;
}

/** The status with which a helper leaves after a capture that did not come back: an expected reset. */
const RESET_STATUS = 75;
/**
 * How long a key may stay down after its helper died by itself before a helper is started just to release it: the next
 * action usually comes sooner. After one that the owner's Stop or Pause ended, none does.
 */
const ORPHANS_MS = 2_000;

export function createHelperSupervisor(ports: SupervisorPorts): HelperSupervisor {
  const { clock, log, breaker } = ports;
  const live = new Set<HelperLink>();
  const closing = new AbortController();
  let orphans: HeldItem[] = [];

  async function launch(purpose: HelperPurpose, signal?: AbortSignal): Promise<HelperLink> {
    const stop = purpose === 'release' ? signal : AbortSignal.any([closing.signal, ...(signal ? [signal] : [])]);
    if (closing.signal.aborted && purpose !== 'release') throw new Refusal('helper_fault', 'Fermix is closing.');
    const retryInMs = purpose === 'screen' ? breaker.retryInMs() : 0;
    if (retryInMs > 0) {
      const words = `Taking pictures failed several times; no helper is started for another ${Math.ceil(retryInMs / 1000)} s.`;
      throw new Refusal('capture_wedged', words, { retry_in_ms: retryInMs });
    }
    const program = await ports.programs.open(purpose);
    stop?.throwIfAborted();
    const started = clock.now();
    const link = await connectHelper(ports.starter.start(program), ports, stop);
    log.info('computer.helper_started', { pid: link.pid, purpose, ms: clock.now() - started });
    live.add(link);
    ports.programs.greeted(purpose);
    void link.ended.then((end) => bury(link, end));
    if (purpose !== 'encode') await releaseOrphans(link);
    if (!stop?.aborted) return link;
    await link.end();
    throw stop.reason;
  }

  function bury(link: HelperLink, { exit, how }: LinkEnd): void {
    live.delete(link);
    const fields = { pid: link.pid, how, status: exit?.code ?? null, signal: exit?.signal ?? null };
    if (exit?.code === RESET_STATUS) breaker.wedged();
    if (how === 'crashed' && exit?.code !== RESET_STATUS) log.error('computer.helper_crashed', fields);
    else log.info('computer.helper_ended', fields);
    if (link.held().length === 0) return;
    orphans.push(...link.held());
    void clock.sleep(how === 'asked' ? 0 : ORPHANS_MS, closing.signal).then(
      () => recover(),
      () => undefined,
    );
  }

  /** X11 keeps pressed what a dead client pressed: the next helper lets go of exactly that. */
  async function releaseOrphans(link: HelperLink): Promise<void> {
    if (orphans.length === 0) return;
    const items = orphans;
    orphans = [];
    try {
      await link.control('release', items);
      log.info('computer.held_released', { items: items.map((item) => item.name) });
    } catch {
      orphans = [...items, ...orphans];
      log.error('computer.held_not_released', { items: items.map((item) => item.name) });
    }
  }

  async function recover(): Promise<void> {
    if (orphans.length === 0) return;
    try {
      const link = await launch('release');
      await link.end();
    } catch (error) {
      log.error('computer.recovery_failed', { reason: error instanceof Error ? error.message : 'unknown' });
    }
  }

  const endAll = async () => void (await Promise.all([...live].map((link) => link.end())));
  return {
    launch,
    endAll,
    async close() {
      closing.abort(new Refusal('helper_fault', 'Fermix is closing.'));
      await endAll();
      await within(clock, ORPHANS_MS, recover(), null);
    },
  };
}
