import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ConversationSummary } from '../../protocol/conversation/entry.ts';
import type { HostEvents } from '../../protocol/ipc/events.ts';
import { type Host, type HostFailure, toFailure } from '../ipc/host.ts';

export interface ListState {
  search: string;
  /** Null until the host has answered once. */
  items: ConversationSummary[] | null;
  loading: boolean;
  failure: HostFailure | null;
}

export interface ListStore extends StoreApi<ListState> {
  load(): Promise<void>;
  setSearch(search: string): Promise<void>;
  receive(change: HostEvents['conversation.change']): void;
}

/** The conversation list. The host searches; the window only keeps the newest answer. */
export function createListStore(host: Host): ListStore {
  const store = createStore<ListState>(() => ({ search: '', items: null, loading: false, failure: null }));
  let latest = 0;

  async function load(): Promise<void> {
    latest += 1;
    const ticket = latest;
    store.setState({ loading: true });
    try {
      const items = await host.call('conversation.list', { search: store.getState().search });
      if (ticket === latest) store.setState({ items, failure: null, loading: false });
    } catch (thrown) {
      if (ticket === latest) store.setState({ failure: toFailure(thrown), loading: false });
    }
  }

  return {
    ...store,
    load,
    async setSearch(search) {
      store.setState({ search });
      await load();
    },
    receive(change) {
      store.setState((state) => ({ items: state.items && applyChange(state.items, change, state.search !== '') }));
    },
  };
}

/** Pure: newest first. During a search only rows that were found change; new ones wait for the next search. */
export function applyChange(
  items: ConversationSummary[],
  change: HostEvents['conversation.change'],
  searching: boolean,
): ConversationSummary[] {
  if ('removed' in change) return items.filter((item) => item.id !== change.removed);
  const { summary } = change;
  const known = items.some((item) => item.id === summary.id);
  if (searching) return known ? items.map((item) => (item.id === summary.id ? summary : item)) : items;
  return [summary, ...items.filter((item) => item.id !== summary.id)].sort((a, b) => b.updatedAt - a.updatedAt);
}
