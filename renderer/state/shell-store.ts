import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Layout, type TextSize, toTextSize } from './layout.ts';
import { type Page, readAddress, writeAddress } from './pages.ts';

export type Theme = 'system' | 'light' | 'dark';

/** Where small choices of the window are kept between starts; `localStorage` has this shape. */
export interface Keep {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** A line at the foot of the window that says how an action ended. */
export interface Toast {
  id: number;
  tone: 'info' | 'error';
  text: string;
}

export interface ShellState {
  page: Page;
  layout: Layout;
  railFolded: boolean;
  railSheet: boolean;
  /** `auto`: the panel opens by itself while the agent drives. */
  panel: 'auto' | 'open' | 'closed';
  theme: Theme;
  textSize: TextSize;
  shortcutsOpen: boolean;
  /** Grows when the owner wants to go to the question that waits. */
  approvalAsked: number;
  /** The address under the pointer or focus, shown before it is followed. */
  linkTarget: string | null;
  toasts: Toast[];
}

export interface ShellStore extends StoreApi<ShellState> {
  go(page: Page): void;
  setLayout(layout: Layout): void;
  toggleRail(): void;
  setPanel(panel: ShellState['panel']): void;
  setTheme(theme: Theme): void;
  setTextSize(size: TextSize): void;
  say(tone: Toast['tone'], text: string): void;
  dismiss(id: number): void;
}

const MAX_TOASTS = 3;

/** Everything about the window itself: page, panels, theme, text size. */
export function createShellStore(keep: Keep): ShellStore {
  let lastToast = 0;
  const store = createStore<ShellState>(() => ({
    page: readAddress(keep.getItem('page') ?? 'chat').page,
    layout: 'full',
    railFolded: keep.getItem('rail') === 'folded',
    railSheet: false,
    panel: 'auto',
    theme: toTheme(keep.getItem('theme')),
    textSize: toTextSize(keep.getItem('text-size')),
    shortcutsOpen: false,
    approvalAsked: 0,
    linkTarget: null,
    toasts: [],
  }));

  return {
    ...store,
    go(page) {
      keep.setItem('page', writeAddress(page));
      store.setState({ page, railSheet: false, linkTarget: null });
    },
    setLayout(layout) {
      if (layout !== store.getState().layout) store.setState({ layout, railSheet: false });
    },
    toggleRail() {
      const { layout, railSheet, railFolded } = store.getState();
      if (layout === 'sheets') {
        store.setState({ railSheet: !railSheet });
        return;
      }
      keep.setItem('rail', railFolded ? 'open' : 'folded');
      store.setState({ railFolded: !railFolded });
    },
    setPanel: (panel) => store.setState({ panel }),
    setTheme(theme) {
      keep.setItem('theme', theme);
      store.setState({ theme });
    },
    setTextSize(textSize) {
      keep.setItem('text-size', String(textSize));
      store.setState({ textSize });
    },
    say(tone, text) {
      lastToast += 1;
      const toast = { id: lastToast, tone, text };
      store.setState((state) => ({ toasts: [...state.toasts, toast].slice(-MAX_TOASTS) }));
    },
    dismiss: (id) => store.setState((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) })),
  };
}

function toTheme(text: string | null): Theme {
  return text === 'light' || text === 'dark' ? text : 'system';
}
