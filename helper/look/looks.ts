import type { DisplayFacts, Frame, Point, StackedWindow, WindowsPort } from '../desktop.ts';
import { type Luminance, luminanceOf, stepFor } from './luminance.ts';

/** The app acts on no more than its last three pictures. */
const KEPT = 4;

/** How the windows stood when a picture was taken; read before the pixels, so that a change in between is noticed. */
export interface Standing {
  /** Front to back; null where the system does not say. */
  windows: readonly StackedWindow[] | null;
  /** The window that gets keys; null when none or unknown. */
  focus: string | null;
}

/** What a picture showed, as far as it is needed to tell whether a point of it still means the same. */
export interface Look extends Standing {
  facts: DisplayFacts;
  /** Device pixels of the display. */
  pointer: Point;
  image: Luminance;
}

export function standingOf(windows: WindowsPort): Standing {
  return { windows: windows.layout?.() ?? null, focus: windows.focusedWindow?.() ?? null };
}

/** The latest pictures by their numbers. */
export class Looks {
  readonly #kept = new Map<string, Look>();
  #count = 0;

  /**
   * Keeps what the display shows and names it: all of it, also for a close-up, since what tells one place from another may
   * lie outside.
   */
  keep(standing: Standing, frame: Frame, more: Pick<Look, 'facts' | 'pointer'>): string {
    const area = { left: 0, top: 0, width: frame.width, height: frame.height };
    const id = String(++this.#count);
    this.#kept.set(id, { ...standing, ...more, image: luminanceOf(frame, area, stepFor(area)) });
    for (const old of this.#kept.keys()) if (this.#kept.size > KEPT) this.#kept.delete(old);
    return id;
  }

  get(id: string): Look | null {
    return this.#kept.get(id) ?? null;
  }
}
