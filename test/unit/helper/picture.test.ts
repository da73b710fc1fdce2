import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawExecutedPoint, drawRulers } from '../../../helper/picture/annotate.ts';
import { areaOf } from '../../../helper/picture/crop-area.ts';
import type { PixelArea, Rgb } from '../../../helper/picture/rgb.ts';
import { encodePicture } from '../../../helper/picture/take-picture.ts';
import { differingCells, looksSame, packThumbnail, unpackThumbnail } from '../../../helper/picture/thumbnail.ts';
import { Workbench, Workshop } from '../../../helper/picture/workbench.ts';
import { sharpCodec } from '../../../helper/platform/sharp-codec.ts';
import { effectiveRegion, fullCrop, regionCrop, toDevice } from '../../../protocol/helper/geometry.ts';

/** A frame whose padding byte is rubbish, as windows with transparency leave it. */
function frameOf(width: number, height: number, colour: (x: number, y: number) => number) {
  const pixels = new Uint32Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) pixels[y * width + x] = ((x % 2 ? 0xff000000 : 0) | colour(x, y)) >>> 0;
  return { width, height, pixels };
}
const at = ({ data, width }: Rgb, x: number, y: number) => [
  ...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
];

const cutRgb = (frame: ReturnType<typeof frameOf>, area: PixelArea, half = false) =>
  new Workbench().develop(frame, area, half ? 'half' : 'full').rgb;
const makeThumbnail = (frame: ReturnType<typeof frameOf>, area: PixelArea) => new Workshop().thumbnail(frame, area);

describe('cutting RGB out of a frame', () => {
  const frame = frameOf(37, 11, (x, y) => (x << 16) | (y << 8) | (x + y));
  it('takes every pixel of an area whatever its width, and never the padding', () => {
    for (const width of [1, 3, 4, 8, 20, 33]) {
      const cut = cutRgb(frame, { left: 2, top: 3, width, height: 5 });
      for (let y = 0; y < 5; y++)
        for (let x = 0; x < width; x++) expect(at(cut, x, y)).toEqual([x + 2, y + 3, x + y + 5]);
    }
  });

  it('averages blocks of four when halved', () => {
    const blocks = frameOf(6, 4, (x, y) => (x % 2 === 0 && y % 2 === 0 ? 0x80c040 : 0x000000));
    const cut = cutRgb(blocks, { left: 0, top: 0, width: 6, height: 4 }, true);
    expect([cut.width, cut.height, at(cut, 1, 1)]).toEqual([3, 2, [0x20, 0x30, 0x10]]);
  });

  it('gives the same thumbnail whatever else is made of the pixels', () => {
    const busy = frameOf(1921, 1083, (x, y) => ((x * 7 + y * 13) & 0xff) * 0x010203);
    const area = { left: 3, top: 5, width: 1901, height: 1071 };
    const [none, full, half] = (['none', 'full', 'half'] as const).map((rgb) =>
      new Workbench().develop(busy, area, rgb),
    );
    expect(full?.thumbnail).toEqual(none?.thumbnail);
    expect(half?.thumbnail).toEqual(none?.thumbnail);
  });

  it('is not disturbed by larger and smaller work on the same bench', () => {
    const workbench = new Workbench();
    const small = { left: 2, top: 3, width: 9, height: 5 };
    const before = Buffer.from(workbench.develop(frame, small, 'full').rgb.data);
    workbench.develop(
      frameOf(900, 700, () => 0xffffff),
      { left: 0, top: 0, width: 900, height: 700 },
      'full',
    );
    expect(workbench.develop(frame, small, 'full').rgb.data.equals(before)).toBe(true);
  });
});

describe('thumbnails', () => {
  const plain = frameOf(1920, 1080, () => 0x646464);
  const area = { left: 0, top: 0, width: 1920, height: 1080 };
  it('averages exactly and survives the wire', () => {
    const thumbnail = makeThumbnail(
      frameOf(512, 256, (x) => (x % 2 ? 0xff0080 : 0x000000)),
      { left: 0, top: 0, width: 512, height: 256 },
    );
    expect([thumbnail.columns, thumbnail.rows, [...thumbnail.cells.subarray(0, 3)]]).toEqual([256, 128, [127, 0, 64]]);
    expect(unpackThumbnail(packThumbnail(thumbnail))).toEqual(thumbnail);
    for (const bad of ['', '2x2:AA', '256x144', 'x', `999x999:${'A'.repeat(8)}`])
      expect(unpackThumbnail(bad)).toBeNull();
  });

  it('sees a caret and nothing in noise below the tolerance', () => {
    const before = makeThumbnail(plain, area);
    const noisy = frameOf(1920, 1080, (x) => (x % 2 ? 0x666462 : 0x646464));
    expect(looksSame(before, makeThumbnail(noisy, area))).toBe(true);
    const caret = frameOf(1920, 1080, (x, y) => (x === 960 && y >= 500 && y < 516 ? 0x000000 : 0x646464));
    // Row 66 has only three of the caret's pixels, which its average does not show.
    const box = differingCells(before, makeThumbnail(caret, area));
    expect(box).toEqual({ left: 128, top: 67, right: 129, bottom: 69 });
  });

  it('calls pictures of different shapes different', () => {
    expect(looksSame(makeThumbnail(plain, area), makeThumbnail(plain, { ...area, width: 900 }))).toBe(false);
  });
});

describe('a picture as it is sent', () => {
  it('shows at each pixel what the geometry maps it to', async () => {
    // Columns of single colours, so that a shift by one pixel shows.
    const display = { width: 1920, height: 1080 };
    const frame = frameOf(1920, 1080, (x, y) => ((x & 0xff) << 16) | ((y & 0xff) << 8) | (x >> 8));
    const asked = { x: 301, y: 203, w: 300, h: 180 };
    const crop = regionCrop(display, asked);
    const facts = { id: 'one', x: 0, y: 0, ...display, scale: 1, rotation: 0 };
    if (!crop) throw new Error('no crop');
    expect(crop.k).toBe(1);
    const { picture } = await encodePicture({ codec: sharpCodec, workshop: new Workshop() }, frame, {
      display: 0,
      facts,
      crop,
      region: effectiveRegion(display, asked),
      format: { kind: 'png' },
      annotate: false,
      executed: null,
      pointer: { x: 450, y: 300 },
    });
    const raw = await sharp(Buffer.from(picture.data, 'base64')).raw().toBuffer({ resolveWithObject: true });
    expect([raw.info.width, raw.info.height, raw.info.channels]).toEqual([picture.width, picture.height, 3]);
    for (const point of [
      { x: 0, y: 0 },
      { x: 17, y: 200 },
      { x: picture.width - 1, y: picture.height - 1 },
    ]) {
      const device = toDevice(crop, point);
      const pixel = [...raw.data.subarray((point.y * picture.width + point.x) * 3).subarray(0, 3)];
      expect(pixel).toEqual([device.x & 0xff, device.y & 0xff, device.x >> 8]);
    }
    expect(picture.cursor).toEqual({ x: 27, y: 15 });
  });

  it('keeps ordinary windows visible when the padding byte says transparent', async () => {
    const frame = frameOf(1600, 900, () => 0x2060a0);
    const crop = fullCrop(frame);
    const cut = cutRgb(frame, areaOf(crop, frame));
    const small = await sharp(await sharpCodec.encode(cut, crop, { kind: 'png' }))
      .raw()
      .toBuffer();
    expect([...small.subarray(3_000, 3_003)]).toEqual([0x20, 0x60, 0xa0]);
  });

  it('draws aids where they belong also before scaling down', () => {
    const pixels = { width: 1000, height: 750, data: Buffer.alloc(1000 * 750 * 3, 90) };
    const canvas = { pixels, width: 400, height: 300 };
    drawRulers(canvas);
    expect([at(pixels, 251, 5), at(pixels, 5, 501)]).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
    drawExecutedPoint(canvas, { x: 150, y: 150 });
    expect(at(pixels, 376, 376)).toEqual([90, 90, 90]);
    expect(at(pixels, 376 + 25, 376)).toEqual([230, 0, 38]);
  });

  it('draws aids inside the picture at any size', () => {
    for (const [width, height] of [
      [1, 1],
      [30, 20],
      [1366, 768],
    ] as const) {
      const picture = { width, height, data: Buffer.alloc(width * height * 3, 90) };
      const canvas = { pixels: picture, width, height };
      drawRulers(canvas);
      for (const point of [
        { x: 0, y: 0 },
        { x: width - 1, y: height - 1 },
      ])
        drawExecutedPoint(canvas, point);
      expect(picture.data.length).toBe(width * height * 3);
    }
    const picture = { width: 400, height: 300, data: Buffer.alloc(400 * 300 * 3, 90) };
    const canvas = { pixels: picture, width: 400, height: 300 };
    drawRulers(canvas);
    expect([at(picture, 100, 2), at(picture, 300, 2), at(picture, 2, 200)]).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ]);
    drawExecutedPoint(canvas, { x: 150, y: 150 });
    expect(at(picture, 150, 150)).toEqual([90, 90, 90]);
    expect(at(picture, 160, 150)).toEqual([230, 0, 38]);
  });
});
