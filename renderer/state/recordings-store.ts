import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Recording, RecordingSummary } from '../../protocol/conversation/recording.ts';
import { type Host, type HostFailure, toFailure } from '../ipc/host.ts';

export interface RecordingsState {
  search: string;
  /** Null until the host has answered once. */
  items: RecordingSummary[] | null;
  failure: HostFailure | null;
  /** The recording that is looked at. */
  id: string | null;
  open: Recording | null;
  openFailure: HostFailure | null;
}

export interface RecordingsStore extends StoreApi<RecordingsState> {
  load(): Promise<void>;
  setSearch(search: string): Promise<void>;
  show(id: string | null): Promise<void>;
  /** One of them changed: what is shown is read again. */
  receive(id: string): void;
  remove(id: string): Promise<void>;
  removeAll(): Promise<void>;
}

/** The recordings as the host has them. Only the newest answer to each question counts. */
export function createRecordingsStore(host: Host): RecordingsStore {
  const store = createStore<RecordingsState>(() => ({
    search: '',
    items: null,
    failure: null,
    id: null,
    open: null,
    openFailure: null,
  }));
  const list = latest(async (isLatest) => {
    try {
      const items = await host.call('recording.list', { search: store.getState().search });
      if (isLatest()) store.setState({ items, failure: null });
    } catch (thrown) {
      if (isLatest()) store.setState({ failure: toFailure(thrown) });
    }
  });
  const one = latest(async (isLatest) => {
    const { id } = store.getState();
    if (id === null) return;
    try {
      const open = await host.call('recording.open', { id });
      if (isLatest()) store.setState({ open, openFailure: null });
    } catch (thrown) {
      if (isLatest()) store.setState({ open: null, openFailure: toFailure(thrown) });
    }
  });
  return {
    ...store,
    load: list,
    async setSearch(search) {
      store.setState({ search });
      await list();
    },
    async show(id) {
      if (store.getState().id !== id) store.setState({ id, open: null, openFailure: null });
      await one();
    },
    receive(id) {
      const state = store.getState();
      if (state.items !== null) void list();
      if (state.id === id) void one();
    },
    async remove(id) {
      await host.call('recording.delete', { id });
      store.setState(({ items }) => ({ items: items?.filter((item) => item.id !== id) ?? null }));
    },
    async removeAll() {
      await host.call('recording.delete-all', {});
      await list();
    },
  };
}

/** Runs a question; answers to older askings of the same one are told that they are late. */
function latest(ask: (isLatest: () => boolean) => Promise<void>): () => Promise<void> {
  let newest = 0;
  return () => {
    newest += 1;
    const ticket = newest;
    return ask(() => ticket === newest);
  };
}
