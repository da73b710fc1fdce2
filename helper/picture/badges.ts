import { BLACK, type Canvas, type Colour, fill, label, labelSize } from './paint.ts';

const PLATE: Colour = [255, 214, 10];
/** A line around the plate, so that it ends on a background of its own colour too. */
const EDGE = 1;

interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** A numbered control: its rectangle and its click point in picture pixels. */
export interface Numbered {
  id: number;
  at: { x: number; y: number };
  bounds: Box;
}

/**
 * What speaks against a place, by the part of the plate or of the control that is meant. Above all two plates must not
 * overlap and nobody else's middle be hidden; then it must be plain whose number it is; then little of the control hidden.
 */
const COST = { plate: 40, otherMiddle: 40, otherTarget: 12, outside: 6, ownMiddle: 15, ownHidden: 8, rank: 0.2 };
/** Around a click point, where what is written or drawn there must stay readable. */
const MIDDLE = 5;

/** Where each plate's upper left corner comes to lie, so that plates hide neither small controls nor one another. */
export function placeBadges(marks: readonly Numbered[], picture: { width: number; height: number }) {
  const targets = new Grid(marks.map((one) => one.bounds));
  const middles = new Grid(marks.map((one) => middleOf(one)));
  const plates = new Grid([]);
  return marks.map((mark, index) => {
    const size = plateSize(mark.id);
    let best = { x: 0, y: 0, cost: Number.POSITIVE_INFINITY };
    const middle = middleOf(mark);
    const area = size.w * size.h;
    for (const [rank, spot] of spots(mark.bounds, size).entries()) {
      const box = inside({ ...spot, ...size }, picture);
      const own = shared(box, mark.bounds);
      const ownMiddle = shared(box, middle);
      const cost =
        rank * COST.rank +
        (plates.overlap(box) / area) * COST.plate +
        ((middles.overlap(box) - ownMiddle) / area) * COST.otherMiddle +
        ((targets.overlap(box) - own) / area) * COST.otherTarget +
        (1 - own / area) * COST.outside +
        (ownMiddle / area) * COST.ownMiddle +
        (own / (mark.bounds.w * mark.bounds.h)) * COST.ownHidden;
      if (cost < best.cost) best = { x: box.x, y: box.y, cost };
    }
    plates.add({ x: best.x, y: best.y, ...size });
    return { id: mark.id, index, x: best.x, y: best.y, ...size };
  });
}

/** Paints the plates. */
export function drawBadges(canvas: Canvas, marks: readonly Numbered[]): void {
  for (const { id, x, y, w, h } of placeBadges(marks, canvas)) {
    fill(canvas, x, y, w, h, BLACK);
    label(canvas, x + EDGE, y + EDGE, String(id), BLACK, PLATE);
  }
}

function plateSize(id: number): { w: number; h: number } {
  const { width, height } = labelSize(String(id));
  return { w: width + 2 * EDGE, h: height + 2 * EDGE };
}

/** Upper left first, inside or across the edge, then farther away. */
function spots({ x, y, w, h }: Box, plate: { w: number; h: number }): { x: number; y: number }[] {
  const [left, right, top, bottom] = [x, x + w - plate.w, y, y + h - plate.h];
  const [overLeft, overRight, overTop, overBottom] = [x - plate.w, x + w, y - plate.h, y + h];
  const [halfLeft, halfTop] = [Math.round(x - plate.w / 2), Math.round(y - plate.h / 2)];
  const middle = Math.round(y + (h - plate.h) / 2);
  return [
    { x: left, y: top },
    { x: left, y: halfTop },
    { x: halfLeft, y: halfTop },
    { x: right, y: top },
    { x: right, y: halfTop },
    { x: halfLeft, y: middle },
    { x: left, y: bottom },
    { x: right, y: bottom },
    { x: overLeft, y: middle },
    { x: overRight, y: middle },
    { x: left, y: overTop },
    { x: right, y: overTop },
    { x: left, y: overBottom },
    { x: right, y: overBottom },
    { x: overLeft, y: overTop },
    { x: overRight, y: overTop },
    { x: overLeft, y: overBottom },
    { x: overRight, y: overBottom },
  ];
}

const middleOf = ({ at }: Numbered): Box => ({ x: at.x - MIDDLE, y: at.y - MIDDLE, w: 2 * MIDDLE, h: 2 * MIDDLE });

function inside(box: Box, { width, height }: { width: number; height: number }): Box {
  const x = Math.max(0, Math.min(box.x, width - box.w));
  const y = Math.max(0, Math.min(box.y, height - box.h));
  return { ...box, x, y };
}

function shared(a: Box, b: Box): number {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return w > 0 && h > 0 ? w * h : 0;
}

const CELL = 64;

/** Boxes by the cells of a grid they touch: a hundred plates against a hundred controls without comparing them all. */
class Grid {
  readonly #cells = new Map<number, Box[]>();

  constructor(boxes: readonly Box[]) {
    for (const box of boxes) this.add(box);
  }

  add(box: Box): void {
    for (const key of keys(box)) {
      const cell = this.#cells.get(key);
      if (cell) cell.push(box);
      else this.#cells.set(key, [box]);
    }
  }

  /** Pixels that a box shares with the boxes here, counted once for each of them. */
  overlap(box: Box): number {
    const met = new Set<Box>();
    for (const key of keys(box)) for (const one of this.#cells.get(key) ?? []) met.add(one);
    let sum = 0;
    for (const one of met) sum += shared(box, one);
    return sum;
  }
}

function keys({ x, y, w, h }: Box): number[] {
  const found: number[] = [];
  for (let row = Math.floor(y / CELL); row * CELL < y + h; row++)
    for (let column = Math.floor(x / CELL); column * CELL < x + w; column++) found.push(row * 4_096 + column);
  return found;
}
