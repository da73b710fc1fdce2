import type { TrayState } from './tray-model.ts';

/** A square picture: 4 bytes a pixel in the order blue, green, red, alpha, premultiplied; rows from the top. */
export interface Glyph {
  size: number;
  pixels: Uint8Array;
}

type Shape = (x: number, y: number) => boolean;
type Layer = { shape: Shape; colour: readonly [number, number, number] };

const ink = [0x5b, 0x8d, 0xef] as const;
const amber = [0xf2, 0xa5, 0x3a] as const;
const white = [0xff, 0xff, 0xff] as const;
/** Samples a side of a pixel: smooth edges without an image library. */
const SAMPLES = 4;

/** Coordinates run from -1 to 1 over the square, y downwards. */
const disc =
  (cx: number, cy: number, radius: number): Shape =>
  (x, y) =>
    (x - cx) ** 2 + (y - cy) ** 2 <= radius ** 2;

const bar =
  (left: number, top: number, right: number, bottom: number): Shape =>
  (x, y) =>
    x >= left && x <= right && y >= top && y <= bottom;

/** The letter F, drawn from three bars. */
const letter: Layer[] = [
  { shape: bar(-0.34, -0.5, -0.12, 0.5), colour: white },
  { shape: bar(-0.34, -0.5, 0.4, -0.28), colour: white },
  { shape: bar(-0.34, -0.12, 0.26, 0.1), colour: white },
];

const marks: Record<TrayState, Layer[]> = {
  idle: letter,
  working: [...letter, { shape: disc(0.58, 0.58, 0.4), colour: white }, { shape: disc(0.58, 0.58, 0.28), colour: ink }],
  paused: [
    { shape: bar(-0.4, -0.45, -0.12, 0.45), colour: white },
    { shape: bar(0.12, -0.45, 0.4, 0.45), colour: white },
  ],
  'needs-you': [
    { shape: bar(-0.13, -0.55, 0.13, 0.14), colour: white },
    { shape: disc(0, 0.44, 0.16), colour: white },
  ],
};

/** Draws the app's sign in one of its states. `size` is the side in pixels. */
export function drawGlyph(state: TrayState, size: number): Glyph {
  const ground: Layer = { shape: disc(0, 0, 0.96), colour: state === 'needs-you' ? amber : ink };
  const layers = [ground, ...marks[state]];
  const pixels = new Uint8Array(size * size * 4);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      pixels.set(mix(layers, column, row, size), (row * size + column) * 4);
    }
  }
  return { size, pixels };
}

function mix(layers: Layer[], column: number, row: number, size: number): [number, number, number, number] {
  let [blue, green, red, covered] = [0, 0, 0, 0];
  for (let sample = 0; sample < SAMPLES * SAMPLES; sample += 1) {
    const x = place(column, sample % SAMPLES, size);
    const y = place(row, Math.floor(sample / SAMPLES), size);
    const top = layers.findLast((layer) => layer.shape(x, y));
    if (top === undefined) continue;
    covered += 1;
    red += top.colour[0];
    green += top.colour[1];
    blue += top.colour[2];
  }
  const all = SAMPLES * SAMPLES;
  return [Math.round(blue / all), Math.round(green / all), Math.round(red / all), Math.round((covered * 255) / all)];
}

function place(pixel: number, sample: number, size: number): number {
  return ((pixel + (sample + 0.5) / SAMPLES) / size) * 2 - 1;
}
