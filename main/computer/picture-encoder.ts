import { REQUEST_LINE_LIMIT } from '../../protocol/helper/operations.ts';
import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import type { Clock } from '../agent/ports.ts';
import type { PictureEncoder } from '../agent/store-port.ts';
import type { HelperLink } from './helper-link.ts';
import type { HelperSupervisor } from './helper-supervisor.ts';
import { Refusal } from './refusal.ts';

/** A helper that has had nothing to scale for this long is ended. */
const IDLE_MS = 30_000;
/** Room for the rest of the request line around the picture. */
const ENVELOPE = 1_024;

/**
 * Scales pictures in a helper of its own, which sees no screen and works while computer use is off. Started by the
 * first picture, ended when idle. A failure of that helper rejects with its code; the next picture starts a new one.
 */
export function createPictureEncoder(supervisor: HelperSupervisor, clock: Clock): PictureEncoder {
  let link: Promise<HelperLink> | null = null;
  let running = 0;
  let idle = new AbortController();

  function open(): Promise<HelperLink> {
    if (link) return link;
    const opening = supervisor.launch('encode');
    link = opening;
    const forget = () => {
      if (link !== opening) return;
      link = null;
      idle.abort();
    };
    opening.then((one) => one.ended.then(forget), forget);
    return opening;
  }

  function endWhenIdle(): void {
    idle.abort();
    idle = new AbortController();
    const current = link;
    if (!current) return;
    clock.sleep(IDLE_MS, idle.signal).then(
      () => {
        if (link !== current) return;
        link = null;
        current.then(
          (one) => one.end(),
          () => undefined,
        );
      },
      () => undefined,
    );
  }

  return {
    async encode({ data, maxEdge, maxBytes, format, signal }) {
      if (Math.ceil(data.length / 3) * 4 + ENVELOPE > REQUEST_LINE_LIMIT)
        throw new RemoteError('image_too_large', 'The picture is larger than 24 MiB.');
      idle.abort();
      running += 1;
      try {
        const one = await open();
        const input = { data: Buffer.from(data).toString('base64'), maxEdge, maxBytes, format };
        const output = await one.encode(input, signal);
        return { ...output, data: Buffer.from(output.data, 'base64') };
      } catch (error) {
        if (error instanceof Refusal) throw new RemoteError(error.code, error.message);
        throw error;
      } finally {
        running -= 1;
        if (running === 0) endWhenIdle();
      }
    },
  };
}
