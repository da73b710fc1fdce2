import type { StoredUser } from './store-port.ts';

/**
 * What the owner says to a turn while it runs. The turn takes it between two steps; a message is handed over exactly
 * once: to the turn, or back to the queue when the turn has ended before.
 */
export interface Inbox {
  /** False when the turn takes nothing more. */
  offer(message: StoredUser): boolean;
  take(): StoredUser[];
  /** What is there; when there is nothing, the inbox is closed for good. */
  takeOrClose(): StoredUser[];
  /** Closes, and gives back what was not taken. */
  close(): StoredUser[];
  /** Takes one message out again; null when it is not there. */
  withdraw(id: string, before: () => void): StoredUser | null;
  /** This turn answers message by message: nothing can join it. */
  refuse(): void;
}

export function createInbox(): Inbox {
  let waiting: StoredUser[] = [];
  let isOpen = true;
  const takeAll = () => {
    const taken = waiting;
    waiting = [];
    return taken;
  };
  return {
    offer(message) {
      if (isOpen) waiting.push(message);
      return isOpen;
    },
    take: () => (isOpen ? takeAll() : []),
    takeOrClose() {
      if (!isOpen) return [];
      if (waiting.length === 0) isOpen = false;
      return takeAll();
    },
    close() {
      isOpen = false;
      return takeAll();
    },
    withdraw(id, before) {
      const found = waiting.find((message) => message.id === id);
      if (!found) return null;
      before();
      waiting = waiting.filter((message) => message !== found);
      return found;
    },
    refuse() {
      isOpen = false;
    },
  };
}
