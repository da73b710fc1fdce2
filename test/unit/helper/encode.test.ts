import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type EncodeOrder, encodeImage } from '../../../helper/operations/encode.ts';
import { sharpCodec } from '../../../helper/platform/sharp-codec.ts';

const noise = (width: number, height: number) => {
  // A photograph's worst case: SHA-256 in counter mode, so the same each time.
  const blocks = Array.from({ length: Math.ceil((width * height * 3) / 32) }, (_, i) =>
    createHash('sha256').update(String(i)).digest(),
  );
  return sharp(Buffer.concat(blocks).subarray(0, width * height * 3), { raw: { width, height, channels: 3 } });
};
const encode = (file: Buffer, changes: Partial<EncodeOrder> = {}) =>
  encodeImage(sharpCodec, {
    data: file.toString('base64'),
    maxEdge: 800,
    maxBytes: 2_000_000,
    format: 'auto',
    ...changes,
  });

describe('encode', () => {
  it('keeps a picture that fits byte for byte', async () => {
    const file = await noise(300, 200).png().toBuffer();
    const { data, ...rest } = await encode(file);
    expect(data.equals(file)).toBe(true);
    expect(rest).toEqual({ mime: 'image/png', width: 300, height: 200 });
  });

  it('fits the longer side and stays under the limit of bytes', async () => {
    const file = await noise(1600, 1000).png().toBuffer();
    const fitted = await encode(file, { maxBytes: 300_000 });
    expect(fitted.data.length).toBeLessThanOrEqual(300_000);
    expect(Math.max(fitted.width, fitted.height)).toBeLessThanOrEqual(800);
    expect(fitted.mime).toBe('image/jpeg');
    const asPng = await encode(file, { maxBytes: 300_000, format: 'png' });
    expect(asPng.mime).toBe('image/png');
    expect(asPng.data.length).toBeLessThanOrEqual(300_000);
    const meta = await sharp(asPng.data).metadata();
    expect([meta.width, meta.height]).toEqual([asPng.width, asPng.height]);
  });

  it('turns a photograph upright and takes the first frame of an animation', async () => {
    const turned = await noise(900, 500).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const upright = await encode(turned);
    expect(upright.height).toBeGreaterThan(upright.width);
    const frames = Buffer.concat([Buffer.alloc(40 * 40 * 3, 255), Buffer.alloc(40 * 40 * 3, 0)]);
    const gif = await sharp(frames, { raw: { width: 40, height: 80, channels: 3, pageHeight: 40 } })
      .gif({ loop: 0, delay: [100, 100] })
      .toBuffer();
    const still = await encode(gif);
    expect([still.mime, still.width, still.height]).toEqual(['image/png', 40, 40]);
    const raw = await sharp(still.data).removeAlpha().raw().toBuffer();
    expect(raw[0]).toBe(255);
  });

  it('refuses what is no picture, what is damaged, and what is too large', async () => {
    const png = await noise(1000, 1000).png().toBuffer();
    for (const file of [
      Buffer.alloc(0),
      Buffer.from('hello'),
      Buffer.from('%PDF-1.7'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ])
      await expect(encode(file)).rejects.toMatchObject({ code: 'not_an_image' });
    await expect(encode(png.subarray(0, 5000))).rejects.toMatchObject({ code: 'not_an_image' });
    await expect(encode(Buffer.alloc(25 * 1024 * 1024))).rejects.toMatchObject({ code: 'image_too_large' });
    const vast = await sharp({ create: { width: 20_000, height: 6_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    await expect(encode(vast)).rejects.toMatchObject({ code: 'image_too_large' });
    await expect(encode(png, { maxBytes: 10 })).rejects.toMatchObject({ code: 'image_too_large' });
  });
});
