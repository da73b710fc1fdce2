import { describe, expect, it } from 'vitest';
import { findShapes } from '../../../../helper/shapes/find-shapes.ts';

const GROUND = 0xf0f0f0;

class Drawing {
  readonly width = 400;
  readonly height = 300;
  readonly pixels = new Uint32Array(400 * 300).fill(GROUND);

  fill(x: number, y: number, w: number, h: number, colour: number): this {
    for (let row = y; row < y + h; row++) this.pixels.fill(colour, row * this.width + x, row * this.width + x + w);
    return this;
  }

  outline(x: number, y: number, w: number, h: number): this {
    return this.fill(x, y, w, 1, 0x404040)
      .fill(x, y + h - 1, w, 1, 0x404040)
      .fill(x, y, 1, h, 0x404040)
      .fill(x + w - 1, y, 1, h, 0x404040);
  }

  shapes() {
    return findShapes(this, { left: 0, top: 0, width: this.width, height: this.height });
  }
}

describe('shapes that look like controls', () => {
  it('are boxes with an outline, in reading order, a wide empty one being for text', () => {
    const drawing = new Drawing().outline(200, 20, 60, 24).outline(20, 21, 60, 24).outline(20, 100, 200, 26);
    expect(drawing.shapes().map(({ kind, area }) => [kind, area.left])).toEqual([
      ['box', 20],
      ['box', 200],
      ['field', 20],
    ]);
    const [first] = drawing.shapes();
    expect(Math.abs((first?.area.width ?? 0) - 60)).toBeLessThanOrEqual(2);
  });

  it('are not the frame around several of them, nor what is drawn inside one', () => {
    const drawing = new Drawing().outline(10, 10, 300, 150).outline(20, 20, 60, 30).outline(120, 20, 60, 30);
    drawing.fill(40, 30, 16, 8, 0x101010);
    expect(drawing.shapes()).toHaveLength(2);
  });

  it('are small pictures that stand alone, and not the letters of a word', () => {
    expect(new Drawing().fill(100, 100, 24, 24, 0x2060c0).shapes()).toHaveLength(1);
    const words = new Drawing();
    for (let i = 0; i < 20; i++) words.fill(20 + i * 9, 200, 6, 10, 0x101010);
    expect(words.shapes()).toEqual([]);
    expect(new Drawing().shapes()).toEqual([]);
  });

  it('end on a picture of noise', () => {
    const noise = new Drawing();
    let seed = 1;
    for (let i = 0; i < noise.pixels.length; i++) {
      seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
      noise.pixels[i] = seed & 0xffffff;
    }
    expect(noise.shapes().length).toBeLessThan(5);
  });
});
