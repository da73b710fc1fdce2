/** What came of asking the system for a chord: `taken` when another program has it. */
export type ShortcutVerdict = 'works' | 'taken' | 'unavailable';

/** Chords that reach the app whatever program has the keyboard. */
export interface ShortcutPort {
  /** Asks for the chord and makes sure that it was really given. A chord that was not given stays with whoever has it. */
  take(chord: string, run: () => void): Promise<ShortcutVerdict>;
  /** Gives every chord back. */
  release(): void;
}

/** A host without a desktop of its own has none. */
export const noShortcuts: ShortcutPort = { take: async () => 'unavailable', release: () => undefined };
