/** What decides when the window is told to close. */
export interface CloseFacts {
  /** The app is on its way out. */
  quitting: boolean;
  /** Something shows our tray icon, so a hidden window can be opened again. */
  trayHost: boolean;
  /** The page listens and can show the question. */
  pageListens: boolean;
}

/** `close`: let it go. `hide`: the tray keeps the app. `ask`: the page asks whether to quit. `quit`: nobody can ask. */
export type CloseDecision = 'close' | 'hide' | 'ask' | 'quit';

export function decideClose(facts: CloseFacts): CloseDecision {
  if (facts.quitting) return 'close';
  if (facts.trayHost) return 'hide';
  return facts.pageListens ? 'ask' : 'quit';
}
