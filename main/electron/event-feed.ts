import type { HostEvent } from '../../protocol/ipc/events.ts';

/** Announcements to a page that may not listen yet, or again after a reload. */
export interface EventFeed {
  send(event: HostEvent): void;
  /** The page listens: what waited is delivered in order, later events at once. */
  open(deliver: (event: HostEvent) => void): void;
  /** The page went away; what follows waits for the next one. */
  close(): void;
  readonly isOpen: boolean;
}

/**
 * A page asks for the state after it has begun to listen, so an event lost from a full queue shows in that state; the
 * newest are kept.
 */
const QUEUE_LIMIT = 1_000;

export function createEventFeed(limit = QUEUE_LIMIT): EventFeed {
  let deliver: ((event: HostEvent) => void) | null = null;
  let waiting: HostEvent[] = [];
  return {
    send(event) {
      if (deliver) {
        deliver(event);
        return;
      }
      waiting.push(event);
      if (waiting.length > limit) waiting.shift();
    },
    open(next) {
      deliver = next;
      const kept = waiting;
      waiting = [];
      for (const event of kept) next(event);
    },
    close() {
      deliver = null;
    },
    get isOpen() {
      return deliver !== null;
    },
  };
}
