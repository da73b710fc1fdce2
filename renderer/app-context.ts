import { createContext, useContext } from 'react';
import type { App } from './state/app.ts';

export const AppContext = createContext<App | null>(null);

/** The stores of the window. */
export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error('useApp outside of AppContext');
  return app;
}
