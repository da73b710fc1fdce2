import { cleanup, type RenderResult, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach } from 'vitest';
import { AppContext } from '../../../renderer/app-context.ts';
import { type App, createApp } from '../../../renderer/state/app.ts';
import type { Keep } from '../../../renderer/state/shell-store.ts';
import { createTestHost, type TestHost } from './fake-host.ts';

// Without global test functions the library does neither by itself.
afterEach(cleanup);
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

export interface RenderedWindow extends RenderResult {
  app: App;
  host: TestHost;
}

/** Storage of the window that lives as long as a test. */
export function memoryKeep(start: Record<string, string> = {}): Keep {
  const held = new Map(Object.entries(start));
  return {
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
  };
}

/** The window's stores around a test host; events are applied at once. */
export function createTestApp(host: TestHost = createTestHost(), keep: Keep = memoryKeep()): App {
  let ids = 0;
  return createApp({
    host,
    keep,
    schedule: (run) => run(),
    now: () => Date.now(),
    newId: () => {
      ids += 1;
      return `id-${ids}`;
    },
    images: { makeUrl: () => 'blob:picture', revokeUrl: () => undefined },
  });
}

/** Draws a part of the window with its stores. */
export function renderWindow(node: ReactNode, host: TestHost = createTestHost()): RenderedWindow {
  // The simulated document has no modal dialogs; opening one is all that the parts under test need of it.
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
  };
  Element.prototype.scrollIntoView ??= () => undefined;
  const app = createTestApp(host);
  const result = render(<AppContext value={app}>{node}</AppContext>);
  return { ...result, app, host };
}
