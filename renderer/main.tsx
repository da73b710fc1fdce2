import './styles/index.css';
import { createRoot } from 'react-dom/client';
import type { Bridge } from '../protocol/ipc/bridge.ts';
import { AppContext } from './app-context.ts';
import { AppView } from './features/shell/app-view.tsx';
import { Crash } from './features/shell/crash.tsx';
import { connectHost } from './ipc/host.ts';
import { createApp } from './state/app.ts';
import { nextFrame } from './state/frame-batch.ts';
import { shell } from './strings/shell.ts';

declare global {
  interface Window {
    /** Set by the preload. */
    fermix?: Bridge;
  }
}

/** Draws the window on the page's root. */
function mount(root: HTMLElement, bridge: Bridge): void {
  const app = createApp({
    host: connectHost(bridge),
    keep: window.localStorage,
    schedule: nextFrame,
    now: () => Date.now(),
    newId: () => crypto.randomUUID(),
    images: {
      makeUrl: ({ mime, data }) => URL.createObjectURL(new Blob([new Uint8Array(data)], { type: mime })),
      revokeUrl: (url) => URL.revokeObjectURL(url),
    },
  });
  const stop = app.start();
  window.addEventListener('pagehide', stop, { once: true });
  createRoot(root).render(
    <AppContext value={app}>
      <Crash>
        <AppView />
      </Crash>
    </AppContext>,
  );
}

const root = document.getElementById('root');
if (root && window.fermix) mount(root, window.fermix);
else if (root) root.textContent = shell.noHost;
