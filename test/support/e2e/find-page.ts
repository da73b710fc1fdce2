import sharp from 'sharp';

/** A grid cell of this many picture pixels is looked at as one. */
const CELL = 8;
/** A cell counts as blank paper when its sample is pure white: the text area of a GTK editor, not the page of the app. */
const WHITE = 255;

/**
 * The middle of the largest blank white rectangle of a screenshot, in its pixels: what a model that looks at the
 * picture would call "the empty page of the editor". Null when there is none of at least 100x60.
 */
export async function findBlankPage(picture: Buffer): Promise<{ x: number; y: number } | null> {
  const { width = 0, height = 0 } = await sharp(picture).metadata();
  const columns = Math.floor(width / CELL);
  const rows = Math.floor(height / CELL);
  const { data } = await sharp(picture)
    .removeAlpha()
    .resize(columns, rows, { kernel: 'nearest', fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const isWhite = (column: number, row: number) => {
    const at = (row * columns + column) * 3;
    return Math.min(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) >= WHITE;
  };
  const best = largestRectangle(columns, rows, isWhite);
  if (best.width * CELL < 100 || best.height * CELL < 60) return null;
  return {
    x: Math.round((best.left + best.width / 2) * CELL),
    y: Math.round((best.top + best.height / 2) * CELL),
  };
}

interface Cells {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The largest all-true rectangle of a grid, by the histogram of each row. */
function largestRectangle(columns: number, rows: number, isTrue: (column: number, row: number) => boolean): Cells {
  const heights = new Array<number>(columns).fill(0);
  let best: Cells = { left: 0, top: 0, width: 0, height: 0 };
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      heights[column] = isTrue(column, row) ? (heights[column] ?? 0) + 1 : 0;
    }
    for (let left = 0; left < columns; left += 1) {
      let height = Number.POSITIVE_INFINITY;
      for (let right = left; right < columns && (heights[right] ?? 0) > 0; right += 1) {
        height = Math.min(height, heights[right] ?? 0);
        const width = right - left + 1;
        if (width * height > best.width * best.height) best = { left, top: row - height + 1, width, height };
      }
    }
  }
  return best;
}
