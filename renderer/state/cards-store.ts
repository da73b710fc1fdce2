import { createStore, type StoreApi } from 'zustand/vanilla';

/** Which cards are open. Kept outside of the rows, since a virtual list forgets rows that are out of sight. */
export interface CardsStore extends StoreApi<{ open: Record<string, true> }> {
  toggle(key: string): void;
}

export function createCardsStore(): CardsStore {
  const store = createStore<{ open: Record<string, true> }>(() => ({ open: {} }));
  return {
    ...store,
    toggle(key) {
      store.setState(({ open }) => {
        const { [key]: was, ...others } = open;
        return { open: was ? others : { ...others, [key]: true } };
      });
    },
  };
}
