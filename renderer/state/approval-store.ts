import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ApprovalEntry } from '../../protocol/conversation/entry.ts';
import type { NumberedEvent } from '../../protocol/conversation/event.ts';

/** A question of any conversation, also of one that is not open or of a tool that was run by hand. */
export interface Asked {
  conversationId: string;
  entry: ApprovalEntry;
}

export interface ApprovalStore extends StoreApi<{ asked: Asked[] }> {
  receive(event: NumberedEvent): void;
}

const MAX_KEPT = 50;

/** Questions heard since the window was opened, newest last. */
export function createApprovalStore(): ApprovalStore {
  const store = createStore<{ asked: Asked[] }>(() => ({ asked: [] }));
  return {
    ...store,
    receive({ conversationId, event }) {
      if (event.type === 'approval-start') {
        const { entry } = event;
        store.setState(({ asked }) => ({
          asked: [...asked.filter((one) => one.entry.id !== entry.id), { conversationId, entry }].slice(-MAX_KEPT),
        }));
      }
      if (event.type === 'approval-end') {
        const { id, status } = event;
        store.setState(({ asked }) => ({
          asked: asked.map((one) => (one.entry.id === id ? { ...one, entry: { ...one.entry, status } } : one)),
        }));
      }
    },
  };
}
