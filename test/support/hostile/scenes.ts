import type { Point } from '../../../protocol/helper/geometry.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { StageCommand, StageWindow } from '../x11/stage-program.ts';

/** What a hostile run does: how the screen stands at the look, where to aim, what happens then, and what must follow. */
export interface Scene {
  name: string;
  before: StageCommand;
  /** Root pixel aimed at. */
  aim: Point;
  /** The cell that the look shows there, as `window/cell`. */
  target: string;
  then: StageCommand | null;
  /** The only code with which it may be refused; null when it must be performed. */
  refusal: string | null;
  /** It may be refused as well: the target is as it was, but its neighbours are not. */
  mayRefuse?: boolean;
}

const SCREEN = { w: 1600, h: 1000 };
const WORDS = [
  'Open',
  'Delete',
  'Archive',
  'Send',
  'Rename',
  'Move',
  'Copy',
  'Report',
  'Invoice',
  'Draft',
  'Letter',
  'Photo',
];

/** A list in a random place, wholly on the screen. */
function list(random: SeededRandom, name: string, more: Partial<StageWindow> = {}): StageWindow {
  const cells = random.shuffle(WORDS).map((word, i) => `${word} ${i + random.between(1, 80)}`);
  const shape = { w: random.between(160, 420), h: 12 * 26 };
  const at = { x: random.between(0, SCREEN.w - shape.w), y: random.between(0, SCREEN.h - shape.h) };
  return { name, ...shape, ...at, cells, cellW: shape.w, cellH: 26, ...more };
}

/** The middle of a cell, and what is there. */
function aimAt(window: StageWindow, index: number): Pick<Scene, 'aim' | 'target'> {
  const columns = Math.max(1, Math.floor(window.w / window.cellW));
  const left = (index % columns) * window.cellW + Math.floor(window.cellW / 2);
  const top = Math.floor(index / columns) * window.cellH + Math.floor(window.cellH / 2);
  return { aim: { x: window.x + left, y: window.y + top }, target: `${window.name}/${window.cells[index]}` };
}

const ALL = ['back', 'list', 'other', 'dialog', 'thin'];
/** Something clickable lies under everything, so that a click on the wrong window is seen. */
const BACK: StageWindow = { name: 'back', x: 0, y: 0, ...SCREEN, cells: ['wrong'], cellW: SCREEN.w, cellH: SCREEN.h };

function stage(...windows: StageWindow[]): StageCommand {
  return { film: null, hide: ALL.filter((name) => name !== 'back'), place: [BACK, ...windows], take: true };
}

function moved(random: SeededRandom, window: StageWindow): StageWindow {
  const [dx, dy] = [random.between(-60, 60), random.between(-60, 60)];
  const isSame = dx === 0 && dy === 0;
  return { ...window, x: window.x + (isSame ? 1 : dx), y: window.y + dy };
}

function over({ aim }: Pick<Scene, 'aim'>, random: SeededRandom): StageWindow {
  const [w, h] = [random.between(60, 400), random.between(40, 300)];
  const [x, y] = [aim.x - random.between(1, w - 2), aim.y - random.between(1, h - 2)];
  return { name: 'dialog', x, y, w, h, cells: ['Delete all'], cellW: w, cellH: h, focus: true };
}

type Write = (random: SeededRandom) => Scene;

const scenes: Record<string, Write> = {
  still(random) {
    const window = list(random, 'list');
    return scene(stage(window), aimAt(window, random.between(0, 11)), null, null);
  },
  moves(random) {
    const window = list(random, 'list');
    return scene(stage(window), aimAt(window, random.between(0, 11)), { place: [moved(random, window)] });
  },
  reorders(random) {
    const window = list(random, 'list');
    const index = random.between(0, 11);
    const cells = random.shuffle(window.cells);
    const stays = cells[index] === window.cells[index];
    return scene(stage(window), aimAt(window, index), { place: [{ ...window, cells }] }, stays ? 'either' : undefined);
  },
  dialog(random) {
    const window = list(random, 'list');
    const aimed = aimAt(window, random.between(0, 11));
    return scene(stage(window), aimed, { place: [over(aimed, random)] });
  },
  dialogElsewhere(random) {
    const window = list(random, 'list', { x: random.between(0, 300) });
    const dialog = { ...over({ aim: { x: 1300, y: 500 } }, random), x: 1000 };
    return scene(stage(window), aimAt(window, random.between(0, 11)), { place: [dialog] }, null);
  },
  noPid(random) {
    const window = list(random, 'list', { noPid: true });
    const aimed = aimAt(window, random.between(0, 11));
    if (random.chance(0.5)) return scene(stage(window), aimed, null, null);
    return scene(stage(window), aimed, { place: [moved(random, window)] });
  },
  closes(random) {
    const window = list(random, 'list');
    return scene(stage(window), aimAt(window, random.between(0, 11)), { hide: ['list'] });
  },
  halfCovered(random) {
    const window = list(random, 'list', { w: 400, cellW: 200, x: random.between(0, 900) });
    const other = list(random, 'other', { x: window.x + 200, y: window.y, w: 300, cellW: 300 });
    const visible = aimAt(window, random.between(0, 5) * 2);
    const front = aimAt(other, random.between(0, 11));
    const cases: [typeof visible, StageCommand | null][] = [
      [visible, null],
      [front, null],
      [front, { hide: ['other'] }],
      [visible, { place: [{ ...other, x: window.x }] }],
    ];
    const [aimed, then] = random.pick(cases);
    return scene(stage(window, other), aimed, then, then ? undefined : null);
  },
  halfOffScreen(random) {
    const window = list(random, 'list', { w: 400, cellW: 400, y: random.between(0, 600) });
    const out = { ...window, x: random.pick([-200, SCREEN.w - 200]) };
    const aimed = aimAt({ ...out, x: out.x < 0 ? -120 : out.x - 120 }, random.between(0, 11));
    const back = random.chance(0.5);
    return scene(
      stage(out),
      aimed,
      back ? { place: [{ ...out, x: out.x < 0 ? 0 : SCREEN.w - 400 }] } : null,
      back ? undefined : null,
    );
  },
  onePixel(random) {
    const thin = {
      name: 'thin',
      x: random.between(100, 1500),
      y: random.between(0, 500),
      w: 1,
      h: 400,
      cells: ['line'],
      cellW: 1,
      cellH: 400,
    };
    const aimed = { aim: { x: thin.x, y: thin.y + random.between(20, 380) }, target: 'thin/line' };
    const goes = random.chance(0.5);
    return scene(
      stage(thin),
      aimed,
      goes ? { place: [{ ...thin, x: thin.x + random.pick([-1, 1]) }] } : null,
      goes ? undefined : null,
    );
  },
  fiveThousand(random) {
    const cells = Array.from({ length: 5_000 }, (_, i) => `${(i * 7919) % 5_000}`);
    const window = { name: 'list', x: 0, y: 0, w: 1600, h: 1000, cells, cellW: 32, cellH: 10 };
    const index = random.between(0, 4_999);
    const goes = random.chance(0.5);
    const then = {
      place: [{ ...window, cells: random.shuffle(cells.slice(0, 2_500)).concat(random.shuffle(cells.slice(2_500))) }],
    };
    const stays = then.place[0]?.cells[index] === cells[index];
    return scene(stage(window), aimAt(window, index), goes ? then : null, !goes ? null : stays ? 'either' : undefined);
  },
  caret(random) {
    const index = random.between(0, 11);
    const window = list(random, 'list', { caret: index });
    const { caret: _, ...blinked } = window;
    return scene(stage(window), aimAt(window, index), { place: [blinked] }, null);
  },
  selects(random) {
    const index = random.between(0, 11);
    const window = list(random, 'list');
    return scene(stage(window), aimAt(window, index), { place: [{ ...window, highlight: index }] }, null);
  },
  film(random) {
    const window = list(random, 'list', { h: 40, cells: ['film'], cellH: 40 });
    return scene({ ...stage(window), film: 'list' }, aimAt(window, 0), null, null);
  },
};

function scene(
  before: StageCommand,
  aimed: Pick<Scene, 'aim' | 'target'>,
  then: StageCommand | null,
  refusal?: null | 'either',
): Scene {
  return {
    name: '',
    before,
    ...aimed,
    then,
    refusal: refusal === undefined ? 'target_changed' : null,
    mayRefuse: refusal === 'either',
  };
}

/** The names of all scenes; a run picks one. */
export const SCENES = Object.keys(scenes);

export function writeScene(name: string, random: SeededRandom): Scene {
  const write = scenes[name];
  if (!write) throw new Error(`There is no scene ${name}.`);
  return { ...write(random), name };
}
