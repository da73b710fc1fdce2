import { LIVE_OUTPUT_LIMIT } from '../../protocol/conversation/reduce.ts';
import { wellFormed } from './limit-text.ts';
import type { Clock } from './ports.ts';

/** Live output is announced at most this often, ms. */
const EVERY_MS = 50;

/** Gathers what a tool prints and hands it on in pieces, so that a noisy command does not flood the window. */
export interface LiveOutput {
  add(text: string): void;
  /** Hands on what is left; later text is dropped. */
  end(): void;
}

export function createLiveOutput(clock: Clock, send: (text: string) => void): LiveOutput {
  let waiting = '';
  let isTimed = false;
  const ended = new AbortController();

  const flush = () => {
    isTimed = false;
    if (waiting === '') return;
    const text = wellFormed(waiting);
    waiting = '';
    send(text);
  };

  return {
    add(text) {
      if (ended.signal.aborted) return;
      waiting = (waiting + text).slice(-LIVE_OUTPUT_LIMIT);
      if (isTimed) return;
      isTimed = true;
      clock.sleep(EVERY_MS, ended.signal).then(flush, () => undefined);
    },
    end() {
      if (ended.signal.aborted) return;
      ended.abort();
      flush();
    },
  };
}
