import type { Clock, Log } from '../agent/ports.ts';

/** Runs now and then again every `everyMs`, until aborted. A failure is logged and the next round comes all the same. */
export function repeat(
  name: string,
  everyMs: number,
  run: () => Promise<unknown>,
  parts: { clock: Clock; log: Log; signal: AbortSignal },
): void {
  const loop = async () => {
    while (!parts.signal.aborted) {
      await run().catch((error: unknown) => parts.log.warn(`${name}.failed`, { error }));
      await parts.clock.sleep(everyMs, parts.signal);
    }
  };
  loop().catch(() => undefined);
}
