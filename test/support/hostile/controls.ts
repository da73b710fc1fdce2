import { join } from 'node:path';
import type { SeededRandom } from '../seeded-random.ts';
import { LineProgram } from '../x11/program.ts';

export interface HostileButton {
  id: string;
  name: string;
  x: number;
  y: number;
  enabled: boolean;
}

/** In root pixels; `popup` is a window that no window manager sees. */
interface Dialog {
  x: number;
  y: number;
  w: number;
  h: number;
  popup: boolean;
}

export interface HostileCommand {
  window?: [number, number];
  buttons?: HostileButton[];
  dialog?: Dialog | null;
  scroll?: number;
}

/** `pressed` by the pointer, `clicked` also by name. */
interface HostileLine {
  done?: boolean;
  pressed?: string;
  clicked?: string;
  name?: string;
  button?: number;
}

/** A program with accessible buttons that changes between a look and an action. */
export class HostileControls {
  readonly #program: LineProgram<HostileLine>;
  #taken = 0;

  private constructor(program: LineProgram<HostileLine>) {
    this.#program = program;
  }

  static async start(env: Record<string, string>, title: string, count?: number): Promise<HostileControls> {
    const more = count === undefined ? [] : [String(count)];
    const script = join(import.meta.dirname, 'controls.py');
    const program = new LineProgram<HostileLine>('/usr/bin/python3', [script, title, ...more], env);
    await program.until((line) => line.done === true);
    return new HostileControls(program);
  }

  /** Done, and on the screen, when this resolves. */
  async do(command: HostileCommand): Promise<void> {
    const from = this.#program.lines.length;
    this.#program.send(JSON.stringify(command));
    await this.#program.until((line) => line.done === true, from);
  }

  /** Everything that was pressed since the last call. */
  async take(): Promise<HostileLine[]> {
    await this.do({});
    const lines = this.#program.lines.slice(this.#taken).filter((line) => line.done !== true);
    this.#taken = this.#program.lines.length;
    return lines;
  }

  /** It answers nothing until `wake`. */
  hang(): void {
    process.kill(this.#program.child.pid ?? 0, 'SIGSTOP');
  }

  wake(): void {
    process.kill(this.#program.child.pid ?? 0, 'SIGCONT');
  }

  stop(): Promise<void> {
    return this.#program.stop();
  }
}

/** How a call names its control. `press` is done by name, without the pointer. */
export type Way = 'mark' | 'ref' | 'press';

/** What happens between the look and the action. */
export interface Change {
  after: HostileCommand | null;
  /** It hangs meanwhile. */
  hangs?: boolean;
  /** Codes that may follow; null: it was performed. */
  may: readonly (string | null)[];
}

/** A control that is not what it was. */
export const STALE: readonly string[] = ['stale_mark', 'stale_element'];
const SCREEN = { w: 1280, h: 800 };
const WINDOW = { w: 640, h: 420 };
const WORDS = ['Open', 'Delete', 'Archive', 'Send', 'Rename', 'Move', 'Copy', 'Report', 'Letter', 'Photo', 'Draft'];

const SPOTS = Array.from({ length: 16 }, (_, i) => ({ x: 10 + (i % 4) * 156, y: 10 + Math.floor(i / 4) * 100 }));

/** A window, in one case of four half outside the screen, with a dozen buttons in a dozen of sixteen places. */
export function openingScene(random: SeededRandom): Required<Pick<HostileCommand, 'window' | 'buttons'>> {
  const isOut = random.chance(0.25);
  const x = isOut ? random.pick([-320, SCREEN.w - 320]) : random.between(0, SCREEN.w - WINDOW.w);
  const spots = random.shuffle(SPOTS);
  const names = random.shuffle(WORDS);
  const buttons = names.map((name, i) => {
    const spot = spots[i] ?? { x: 0, y: 0 };
    return { id: `b${i}`, name: `${name} ${random.between(1, 99)}`, ...spot, enabled: true };
  });
  return { window: [x, random.between(0, SCREEN.h - WINDOW.h)], buttons };
}

type Scene = ReturnType<typeof openingScene>;
type Write = (random: SeededRandom, scene: Scene, target: HostileButton, way: Way) => Change;

const others = (scene: Scene, target: HostileButton) => scene.buttons.filter((one) => one.id !== target.id);
const withTarget = (scene: Scene, target: HostileButton, now: Partial<HostileButton>) => ({
  buttons: [...others(scene, target), { ...target, ...now }],
});
/** It moved: it is aimed at where it is now, or refused when that is out of sight. */
const FOLLOWS = [null, ...STALE, 'target_changed', 'not_delivered'];

export const CHANGES: Record<string, Write> = {
  still: () => ({ after: null, may: [null] }),
  /** To a place where no other button is. */
  moves(random, scene, target) {
    const isFree = ({ x, y }: { x: number; y: number }) =>
      !others(scene, target).some((one) => one.x === x && one.y === y);
    return { after: withTarget(scene, target, random.pick(SPOTS.filter(isFree))), may: FOLLOWS };
  },
  windowMoves: (random) => ({
    after: { window: [random.between(0, SCREEN.w - WINDOW.w), random.between(0, SCREEN.h - WINDOW.h)] },
    may: FOLLOWS,
  }),
  /** Other words on the same objects, as a list does that is sorted anew. */
  relabels(random, scene, target) {
    const names = random.shuffle(scene.buttons.map((one) => one.name));
    const buttons = scene.buttons.map((one, i) => ({ ...one, name: names[i] ?? one.name }));
    const isSame = buttons.find((one) => one.id === target.id)?.name === target.name;
    return { after: { buttons }, may: isSame ? [null] : STALE };
  },
  /** The same objects in other places. */
  reorders(random, scene) {
    const spots = random.shuffle(scene.buttons.map(({ x, y }) => ({ x, y })));
    return { after: { buttons: scene.buttons.map((one, i) => ({ ...one, ...spots[i] })) }, may: FOLLOWS };
  },
  renames: (_, scene, target) => ({ after: withTarget(scene, target, { name: 'Something else' }), may: STALE }),
  removes: (_, scene, target) => ({ after: { buttons: others(scene, target) }, may: STALE }),
  /** Another object of another name comes to stand where it was. */
  replaces: (_, scene, target) => ({
    after: { buttons: [...others(scene, target), { ...target, id: 'new', name: 'Delete everything' }] },
    may: STALE,
  }),
  disables: (_, scene, target) => ({ after: withTarget(scene, target, { enabled: false }), may: ['element_disabled'] }),
  dialog(random, scene, target, way) {
    const [left, top] = [scene.window[0] + target.x, scene.window[1] + target.y];
    const size = { w: random.between(240, 500), h: random.between(120, 300) };
    const dialog = {
      x: left - random.between(20, 90),
      y: top - random.between(10, 60),
      ...size,
      popup: random.chance(0.5),
    };
    // What is pressed by name needs no sight of it.
    return { after: { dialog }, may: way === 'press' ? [null] : [...STALE, 'target_changed'] };
  },
  hangs: () => ({ after: null, hangs: true, may: ['accessibility_timeout', ...STALE] }),
};
