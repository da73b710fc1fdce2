import { createStore, type StoreApi } from 'zustand/vanilla';
import { type HostFailure, toFailure } from '../ipc/host.ts';

/** A value the host owns. `value` stays while it is read again, so that nothing on the page jumps. */
export interface Resource<T> {
  value: T | null;
  loading: boolean;
  failure: HostFailure | null;
}

export interface ResourceStore<T> extends StoreApi<Resource<T>> {
  /** Reads it; a call while one is under way joins that one. */
  load(): Promise<void>;
  put(value: T): void;
}

/** A store around one read route. */
export function createResource<T>(read: () => Promise<T>): ResourceStore<T> {
  const store = createStore<Resource<T>>(() => ({ value: null, loading: false, failure: null }));
  let running: Promise<void> | null = null;
  let puts = 0;

  async function run(): Promise<void> {
    const putsBefore = puts;
    store.setState({ loading: true });
    try {
      const value = await read();
      // An announcement that came meanwhile is newer than this answer.
      if (puts === putsBefore) store.setState({ value, failure: null });
    } catch (thrown) {
      store.setState({ failure: toFailure(thrown) });
    } finally {
      running = null;
      store.setState({ loading: false });
    }
  }

  return {
    ...store,
    load() {
      running ??= run();
      return running;
    },
    put(value) {
      puts += 1;
      store.setState({ value, failure: null });
    },
  };
}
