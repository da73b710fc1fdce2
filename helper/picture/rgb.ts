import type { Frame } from '../desktop.ts';

/** A picture of three bytes a pixel: red, green, blue, row by row. */
export interface Rgb {
  width: number;
  height: number;
  data: Buffer;
}

/** A rectangle of whole device pixels inside a frame. */
export interface PixelArea {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Hands out memory for pictures. A kept buffer saves the page faults of a new one, which cost more than the copying. */
export interface BufferPool {
  take(size: number): Buffer;
  /** The buffer must not be used any more. */
  give(buffer: Buffer): void;
}

const KEPT_BUFFERS = 2;

/** Keeps the last two buffers that were given back. */
export function createBufferPool(): BufferPool {
  const kept: Buffer[] = [];
  return {
    take(size) {
      const at = kept.findIndex((one) => one.length === size);
      return kept.splice(at, at < 0 ? 0 : 1)[0] ?? Buffer.allocUnsafeSlow(size);
    },
    give(buffer) {
      kept.push(buffer);
      if (kept.length > KEPT_BUFFERS) kept.shift();
    },
  };
}

const NO_POOL: BufferPool = { take: (size) => Buffer.allocUnsafeSlow(size), give: () => undefined };

/** The frame's pixels of an area as RGB; at `halve` each 2x2 block becomes one averaged pixel. */
export function cutRgb(frame: Frame, area: PixelArea, halve = false, pool: BufferPool = NO_POOL): Rgb {
  if (halve) return cutHalved(frame, area, pool);
  const { width, height } = area;
  const data = pool.take(width * height * 3);
  if (width % 4 === 0) copyByWords(frame, area, new Uint32Array(data.buffer));
  else copyByBytes(frame, area, data);
  return { width, height, data };
}

/** Four pixels of 0xXXRRGGBB make three little-endian words of RGB bytes: half the time of single bytes. */
function copyByWords(frame: Frame, area: PixelArea, words: Uint32Array): void {
  const { pixels } = frame;
  let out = 0;
  for (let row = 0; row < area.height; row++) {
    let i = (area.top + row) * frame.width + area.left;
    const end = i + area.width;
    for (; i < end; i += 4, out += 3) {
      const a = pixels[i] ?? 0;
      const b = pixels[i + 1] ?? 0;
      const c = pixels[i + 2] ?? 0;
      const d = pixels[i + 3] ?? 0;
      words[out] = ((a >>> 16) & 0xff) | (a & 0xff00) | ((a & 0xff) << 16) | ((b & 0xff0000) << 8);
      words[out + 1] = ((b >>> 8) & 0xff) | ((b & 0xff) << 8) | (c & 0xff0000) | ((c & 0xff00) << 16);
      words[out + 2] = (c & 0xff) | ((d >>> 8) & 0xff00) | ((d & 0xff00) << 8) | (d << 24);
    }
  }
}

function copyByBytes(frame: Frame, area: PixelArea, data: Buffer): void {
  const { pixels } = frame;
  let out = 0;
  for (let row = 0; row < area.height; row++) {
    let i = (area.top + row) * frame.width + area.left;
    const end = i + area.width;
    for (; i < end; i++, out += 3) {
      const pixel = pixels[i] ?? 0;
      data[out] = pixel >>> 16;
      data[out + 1] = pixel >>> 8;
      data[out + 2] = pixel;
    }
  }
}

/** Sums of two channels fit into one word: red and blue in 0xff00ff, green alone. An odd last row or column is left out. */
function cutHalved(frame: Frame, area: PixelArea, pool: BufferPool): Rgb {
  const width = area.width >> 1;
  const height = area.height >> 1;
  const data = pool.take(width * height * 3);
  const { pixels } = frame;
  let out = 0;
  for (let row = 0; row < height; row++) {
    let i = (area.top + row * 2) * frame.width + area.left;
    const end = i + width * 2;
    for (; i < end; i += 2, out += 3) {
      const a = pixels[i] ?? 0;
      const b = pixels[i + 1] ?? 0;
      const c = pixels[i + frame.width] ?? 0;
      const d = pixels[i + frame.width + 1] ?? 0;
      const redBlue = (a & 0xff00ff) + (b & 0xff00ff) + (c & 0xff00ff) + (d & 0xff00ff);
      data[out] = redBlue >>> 18;
      data[out + 1] = ((a & 0xff00) + (b & 0xff00) + (c & 0xff00) + (d & 0xff00)) >>> 10;
      data[out + 2] = (redBlue & 0x3ff) >>> 2;
    }
  }
  return { width, height, data };
}
