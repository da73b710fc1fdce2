import type { Sharp } from 'sharp';
import type { Frame } from '../desktop.ts';
import type { EncodedImage, ImageCodec, ImageInfo } from '../picture/codec.ts';

/** Pictures with more pixels are refused before they are decoded. */
const PIXEL_LIMIT = 100_000_000;
/** The same size as level 6 within 3 %, in three quarters of the time. */
export const PNG_LEVEL = 3;
const READABLE = new Set(['png', 'jpeg', 'webp', 'gif', 'tiff', 'heif', 'avif']);

type SharpModule = typeof import('sharp')['default'];

let loaded: SharpModule | null = null;

/** sharp is loaded on first use: a helper that only answers hello and idle never pays for it. */
async function loadSharp(): Promise<SharpModule> {
  if (!loaded) {
    loaded = (await import('sharp')).default;
    loaded.cache(false);
  }
  return loaded;
}

type Format = Parameters<ImageCodec['encode']>[2];

function withFormat(pipeline: Sharp, format: Format): Sharp {
  if (format.kind === 'png') return pipeline.png({ compressionLevel: PNG_LEVEL });
  return pipeline.jpeg({ quality: format.quality });
}

/** Pictures through libvips. */
export const sharpCodec: ImageCodec = {
  async encode(picture, { width, height }, format) {
    const sharp = await loadSharp();
    const { data, ...raw } = picture;
    const pipeline = sharp(data, { raw: { ...raw, channels: 3 } });
    const isFitting = raw.width === width && raw.height === height;
    return withFormat(isFitting ? pipeline : pipeline.resize(width, height, { fit: 'fill' }), format).toBuffer();
  },

  async inspect(file): Promise<ImageInfo | null> {
    const sharp = await loadSharp();
    try {
      const meta = await sharp(file, { limitInputPixels: false }).metadata();
      if (!meta.format || !READABLE.has(meta.format)) return null;
      const seen = meta.autoOrient ?? { width: meta.width, height: meta.height };
      return { format: meta.format, width: seen.width, height: seen.height, hasAlpha: meta.hasAlpha ?? false };
    } catch {
      return null;
    }
  },

  async convert(file, maxEdge, format): Promise<EncodedImage> {
    const sharp = await loadSharp();
    const upright = sharp(file, { limitInputPixels: PIXEL_LIMIT, failOn: 'error' }).autoOrient();
    const fitted = upright.resize(maxEdge, maxEdge, { fit: 'inside', withoutEnlargement: true });
    const flat = format.kind === 'jpeg' ? fitted.flatten({ background: '#ffffff' }) : fitted;
    const { data, info } = await withFormat(flat, format).toBuffer({ resolveWithObject: true });
    return { mime: `image/${format.kind}`, data, width: info.width, height: info.height };
  },
};

/** A picture file as a frame, for back ends that capture into files. */
export async function decodeToFrame(file: Buffer): Promise<Frame> {
  const sharp = await loadSharp();
  const { data, info } = await sharp(file)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = new Uint32Array(info.width * info.height);
  for (let i = 0, at = 0; i < pixels.length; i++, at += 3)
    pixels[i] = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
  return { width: info.width, height: info.height, pixels };
}
