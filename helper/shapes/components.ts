import type { EdgeMap } from './edge-map.ts';

/** A connected piece of edges, in cells of its map; right and bottom are outside. */
export interface Piece {
  left: number;
  top: number;
  right: number;
  bottom: number;
  cells: number;
}

/** Noise and pictures have pieces without end; what is beyond is left out. */
const MOST = 20_000;

/** Joins edges that touch, also by a corner, row by row. */
export function piecesOf(edges: EdgeMap): Piece[] {
  const join = new Join(edges.width);
  for (let y = 0; y < edges.height; y++) join.take(edges.cells, y);
  return join.pieces();
}

class Join {
  readonly #width: number;
  readonly #pieces: Piece[] = [];
  /** Of each piece the one it was joined to; itself for one that stands. */
  readonly #owner: number[] = [];
  #above: Int32Array;
  #row: Int32Array;

  constructor(width: number) {
    this.#width = width;
    // A cell more at both ends: every cell has neighbours.
    this.#above = new Int32Array(width + 2).fill(-1);
    this.#row = new Int32Array(width + 2).fill(-1);
  }

  take(cells: Uint8Array, y: number): void {
    const [row, width] = [this.#row, this.#width];
    row.fill(-1);
    for (let x = 0; x < width; x++) {
      if (cells[y * width + x] !== 1) continue;
      const piece = this.#joined(x) ?? this.#start(x, y);
      if (piece === null) continue;
      row[x + 1] = piece;
      const found = this.#pieces[piece];
      if (found) grow(found, x, y);
    }
    [this.#above, this.#row] = [row, this.#above];
  }

  pieces(): Piece[] {
    return this.#pieces.filter((_, i) => this.#owner[i] === i);
  }

  /** The piece of the neighbours to the left and above, made one; null when there is none. */
  #joined(x: number): number | null {
    const above = this.#above;
    let piece = this.#with(null, this.#row[x] ?? -1);
    piece = this.#with(piece, above[x] ?? -1);
    piece = this.#with(piece, above[x + 1] ?? -1);
    return this.#with(piece, above[x + 2] ?? -1);
  }

  #with(piece: number | null, other: number): number | null {
    if (other < 0) return piece;
    const theirs = this.#root(other);
    if (piece === null || piece === theirs) return theirs;
    this.#owner[piece] = theirs;
    const [from, into] = [this.#pieces[piece], this.#pieces[theirs]];
    if (from && into) add(into, from);
    return theirs;
  }

  #start(x: number, y: number): number | null {
    const piece = this.#pieces.length;
    if (piece >= MOST) return null;
    this.#pieces.push({ left: x, top: y, right: x + 1, bottom: y + 1, cells: 0 });
    this.#owner.push(piece);
    return piece;
  }

  #root(piece: number): number {
    let at = piece;
    for (let up = this.#owner[at] ?? at; up !== at; up = this.#owner[at] ?? at) at = up;
    return at;
  }
}

function grow(piece: Piece, x: number, y: number): void {
  piece.left = Math.min(piece.left, x);
  piece.right = Math.max(piece.right, x + 1);
  piece.bottom = y + 1;
  piece.cells += 1;
}

function add(into: Piece, from: Piece): void {
  into.left = Math.min(from.left, into.left);
  into.top = Math.min(from.top, into.top);
  into.right = Math.max(from.right, into.right);
  into.bottom = Math.max(from.bottom, into.bottom);
  into.cells += from.cells;
}
