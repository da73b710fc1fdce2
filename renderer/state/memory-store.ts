import { createStore, type StoreApi } from 'zustand/vanilla';
import type { MemoryItem, MemoryState } from '../../protocol/ipc/memory.ts';
import { type Host, type HostFailure, toFailure } from '../ipc/host.ts';

export interface MemoryView {
  search: string;
  archived: boolean;
  /** Empty for every one. */
  category: string;
  /** Null until the host has answered once. */
  items: MemoryItem[] | null;
  facts: MemoryState | null;
  failure: HostFailure | null;
}

export interface MemoryPageStore extends StoreApi<MemoryView> {
  load(): Promise<void>;
  filter(change: Partial<Pick<MemoryView, 'search' | 'archived' | 'category'>>): Promise<void>;
  /** Something changed: what is shown is read again. */
  receive(): void;
}

/** Memory as the host has it. Only the newest answer counts. */
export function createMemoryPageStore(host: Host): MemoryPageStore {
  const store = createStore<MemoryView>(() => ({
    search: '',
    archived: false,
    category: '',
    items: null,
    facts: null,
    failure: null,
  }));
  let newest = 0;
  const load = async () => {
    newest += 1;
    const ticket = newest;
    const { search, archived } = store.getState();
    try {
      const [items, facts] = await Promise.all([
        host.call('memory.list', { search, archived }),
        host.call('memory.state', {}),
      ]);
      if (ticket === newest) store.setState({ items, facts, failure: null });
    } catch (thrown) {
      if (ticket === newest) store.setState({ failure: toFailure(thrown) });
    }
  };
  return {
    ...store,
    load,
    async filter(change) {
      store.setState(change);
      await load();
    },
    receive() {
      if (store.getState().items !== null) void load();
    },
  };
}

/** The shown rows under the heading of their scope, in the order of the page. */
export function groupByScope({ items, category }: MemoryView): [MemoryItem['scope'], MemoryItem[]][] {
  const shown = (items ?? []).filter((item) => category === '' || item.category === category);
  const scopes: MemoryItem['scope'][] = ['owner', 'agent', 'conversation', 'job'];
  return scopes.flatMap((scope): [MemoryItem['scope'], MemoryItem[]][] => {
    const rows = shown.filter((item) => item.scope === scope);
    return rows.length === 0 ? [] : [[scope, rows]];
  });
}
