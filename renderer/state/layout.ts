/** `full`: rail and panel beside the text. `compact`: an open panel folds the rail. `sheets`: both lie over the text. */
export type Layout = 'full' | 'compact' | 'sheets';

/** Window widths, in CSS pixels at 100 % text. */
const SHEETS_BELOW = 900;
const COMPACT_BELOW = 1180;

/** Larger text needs the room of a wider window, so the width is measured in text. */
export function layoutFor(widthPx: number, textScale: number): Layout {
  const width = widthPx / textScale;
  if (width < SHEETS_BELOW) return 'sheets';
  return width < COMPACT_BELOW ? 'compact' : 'full';
}

/** Text sizes on offer, in percent. */
export const TEXT_SIZES = [100, 110, 125, 150, 175, 200] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

/** The next size in a direction, or the same one at the end of the scale. */
export function stepTextSize(current: TextSize, direction: 1 | -1): TextSize {
  return TEXT_SIZES[TEXT_SIZES.indexOf(current) + direction] ?? current;
}

/** Only a size from the list is a size. */
export function toTextSize(value: unknown): TextSize {
  return TEXT_SIZES.find((size) => size === Number(value)) ?? 100;
}
