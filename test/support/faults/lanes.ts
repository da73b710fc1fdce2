import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDisplay, type VirtualDisplay } from '../display.ts';
import { LineProgram, type PointerEvent, startRecorder } from '../x11/program.ts';

/** What a dead helper held is let go of by the next one; how long that may take. */
const RELEASED_MS = 8_000;
const SCREEN = { width: 1280, height: 800 };

interface Pressed {
  keys: number;
  buttons: number;
}

/** A display with a window that takes every input, for one test at a time. */
export interface Lane {
  env: Record<string, string>;
  /** Fails, with these words, when the X server goes on holding a key or a button for down. */
  nothingDown(words: string): Promise<void>;
}

async function nothingDown(pressed: LineProgram<Pressed>, words: string): Promise<void> {
  const deadline = Date.now() + RELEASED_MS;
  for (;;) {
    const from = pressed.lines.length;
    pressed.send('?');
    const { keys, buttons } = await pressed.until(() => true, from);
    if (keys === 0 && buttons === 0) return;
    if (Date.now() > deadline) throw new Error(`${words}: ${keys} keys are down, and the buttons ${buttons}.`);
    await delay(50);
  }
}

/** Several displays, so that tests which mostly wait can do it side by side. */
export class Lanes {
  readonly #free: Lane[] = [];
  readonly #ends: (() => Promise<void>)[] = [];

  static async open(count: number): Promise<Lanes> {
    const lanes = new Lanes();
    await Promise.all(Array.from({ length: count }, () => lanes.#add()));
    return lanes;
  }

  async #add(): Promise<void> {
    const display: VirtualDisplay = await openDisplay({ ...SCREEN, windowManager: false, dbus: false });
    const { env } = display;
    const recorder: LineProgram<PointerEvent> = await startRecorder(env, SCREEN.width, SCREEN.height, 160);
    const pressed = new LineProgram<Pressed>(process.execPath, [join(import.meta.dirname, '../x11/pressed.ts')], env);
    this.#free.push({ env, nothingDown: (words) => nothingDown(pressed, words) });
    this.#ends.push(async () => {
      await pressed.stop();
      await recorder.stop();
      await display.stop();
    });
  }

  /** Runs it on a display that nobody else uses meanwhile. */
  async use(work: (lane: Lane) => Promise<void>): Promise<void> {
    let lane = this.#free.pop();
    while (!lane) {
      await delay(20);
      lane = this.#free.pop();
    }
    try {
      await work(lane);
    } finally {
      this.#free.push(lane);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#ends.map((end) => end()));
  }
}
