import type { Clock } from '../../../clock.ts';
import type { DesktopWindow } from '../../../desktop.ts';
import { readFrames } from './frames.ts';
import { ACCESSIBLE } from './names.ts';
import type { Program } from './program.ts';
import { isShown, programsOf, type Reach } from './read-window.ts';
import { ROLE } from './roles.ts';
import { STATE } from './states.ts';

const ATTEMPTS = 5;
const PAUSE_MS = 300;
/** All attempts, and what the program needs for its answers. */
export const WAKE_MS = ATTEMPTS * PAUSE_MS + 500;

/** Chromium builds a page's tree when somebody reads an attribute of its frame, and not before. */
export class Waking {
  readonly #clock: Clock;
  readonly #woken = new Set<string>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** True when this window was looked at before. */
  isDone(window: DesktopWindow): boolean {
    return this.#woken.has(window.id);
  }

  /** Says in words what was done and how long it took; null when nothing had to be. */
  async wake(reach: Reach, window: DesktopWindow): Promise<string | null> {
    if (this.#woken.size > 500) this.#woken.clear();
    this.#woken.add(window.id);
    const start = this.#clock.now();
    for (const program of await programsOf(reach, window)) {
      if (program.toolkit !== 'Chromium') continue;
      const frames = (await readFrames(program, [window], window)).filter(isShown);
      for (const frame of frames) if (await this.#wakeFrame(program, frame.path)) return this.#words(start);
    }
    return null;
  }

  #words(start: number): string {
    return `It was asked to publish its page, which took ${Math.round(this.#clock.now() - start)} ms.`;
  }

  async #wakeFrame(program: Program, frame: string): Promise<boolean> {
    if (await hasPage(program, frame)) return false;
    await program.call(frame, ACCESSIBLE, 'GetAttributes');
    for (let attempt = 0; attempt < ATTEMPTS && !program.limits.signal.aborted; attempt++) {
      await this.#clock.sleep(PAUSE_MS, program.limits.signal);
      if (await hasPage(program, frame)) break;
    }
    return true;
  }
}

/** A page with something in it is in the frame's tree. */
async function hasPage(program: Program, frame: string): Promise<boolean> {
  const roles = [ROLE.documentWeb, ROLE.documentFrame];
  const pages = await program.matches(frame, { states: [STATE.showing], roles, interfaces: [] });
  const filled = await Promise.all(pages.map(async (path) => (await program.children(path)).length > 0));
  return filled.includes(true);
}
