import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SearchHit } from '../../protocol/conversation/search.ts';
import { type Host, type HostFailure, toFailure } from '../ipc/host.ts';

export interface HistoryState {
  query: string;
  /** Null until the host has answered this query. */
  hits: SearchHit[] | null;
  /** Where older hits go on; null when there are none. */
  before: number | null;
  loading: boolean;
  failure: HostFailure | null;
}

export interface HistoryStore extends StoreApi<HistoryState> {
  /** Empty clears. The newest question wins. */
  search(query: string): Promise<void>;
  more(): Promise<void>;
}

const EMPTY: HistoryState = { query: '', hits: null, before: null, loading: false, failure: null };

/** Messages found by the search. */
export function createHistoryStore(host: Host): HistoryStore {
  const store = createStore<HistoryState>(() => EMPTY);
  let latest = 0;

  async function ask(query: string, before: number | null, held: SearchHit[]): Promise<void> {
    latest += 1;
    const ticket = latest;
    store.setState({ loading: true, failure: null });
    try {
      const answer = await host.call('history.search', { query, before });
      if (ticket !== latest) return;
      store.setState({ hits: [...held, ...answer.hits], before: answer.before, loading: false });
    } catch (thrown) {
      if (ticket === latest) store.setState({ failure: toFailure(thrown), loading: false });
    }
  }

  return {
    ...store,
    async search(query) {
      const asked = query.trim();
      latest += 1;
      store.setState({ ...EMPTY, query: asked });
      if (asked !== '') await ask(asked, null, []);
    },
    async more() {
      const { query, before, hits, loading } = store.getState();
      if (before !== null && hits && !loading) await ask(query, before, hits);
    },
  };
}
