import type { HostEvent } from './events.ts';
import type { Reply } from './routes.ts';

/** What the preload exposes as `window.fermix`. It forwards and never changes when routes are added. */
export interface Bridge {
  invoke(route: string, input: unknown): Promise<Reply<unknown>>;
  /** Returns the function that stops listening. */
  on(listener: (event: HostEvent) => void): () => void;
  /** The absolute path of a dropped file; empty for a file that is not on the disk. */
  pathOf(file: unknown): string;
}

/** Names of the channels; only the preload and main/electron use them. */
export const INVOKE_CHANNEL = 'fermix:invoke';
export const EVENT_CHANNEL = 'fermix:event';
/** The page says that it listens from here on; what was announced before is kept for it. */
export const LISTENING_CHANNEL = 'fermix:listening';
