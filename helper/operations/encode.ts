import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import type { EncodedImage, ImageCodec, ImageInfo } from '../picture/codec.ts';

const LARGEST_INPUT = 24 * 1024 * 1024;
const LARGEST_PIXELS = 100_000_000;
const QUALITIES = [85, 70, 55, 40, 25];
/** Each round of too many bytes shrinks the longer edge to this part. */
const SHRINK = 0.75;
const SMALLEST_EDGE = 64;
/** Formats that every model provider takes as they are. */
const KEPT = new Set(['png', 'jpeg', 'webp']);

export interface EncodeOrder {
  data: string;
  maxEdge: number;
  maxBytes: number;
  format: 'png' | 'jpeg' | 'auto';
}

/**
 * Makes a picture file fit: at most `maxEdge` pixels along its longer side and `maxBytes` bytes. One that fits already
 * stays byte for byte. Of an animation the first frame is taken.
 */
export async function encodeImage(codec: ImageCodec, order: EncodeOrder): Promise<EncodedImage> {
  const file = Buffer.from(order.data, 'base64');
  if (file.length > LARGEST_INPUT) throw new RemoteError('image_too_large', 'The picture file is over 24 MiB.');
  const info = file.length > 0 ? await codec.inspect(file) : null;
  if (!info) throw new RemoteError('not_an_image', 'The data is not a picture this program reads.');
  if (info.width * info.height > LARGEST_PIXELS)
    throw new RemoteError('image_too_large', `The picture has ${info.width}x${info.height} pixels, over 100 million.`);
  if (fits(file, info, order)) return keep(file, info);
  try {
    return await shrinkUntilItFits(codec, file, info, order);
  } catch (error) {
    if (error instanceof RemoteError) throw error;
    throw new RemoteError('not_an_image', 'The picture file is damaged.');
  }
}

function fits(file: Buffer, info: ImageInfo, { maxEdge, maxBytes, format }: EncodeOrder): boolean {
  const isWanted = format === 'auto' ? KEPT.has(info.format) : format === info.format;
  return isWanted && file.length <= maxBytes && Math.max(info.width, info.height) <= maxEdge;
}

function keep(file: Buffer, info: ImageInfo): EncodedImage {
  return { mime: `image/${info.format}` as EncodedImage['mime'], data: file, width: info.width, height: info.height };
}

async function shrinkUntilItFits(
  codec: ImageCodec,
  file: Buffer,
  info: ImageInfo,
  { maxEdge, maxBytes, format }: EncodeOrder,
): Promise<EncodedImage> {
  let edge = Math.min(maxEdge, Math.max(info.width, info.height));
  for (;;) {
    for (const attempt of attempts(format, info)) {
      const encoded = await codec.convert(file, edge, attempt);
      if (encoded.data.length <= maxBytes) return encoded;
    }
    if (edge <= SMALLEST_EDGE)
      throw new RemoteError('image_too_large', `The picture does not fit into ${maxBytes} bytes.`);
    edge = Math.max(SMALLEST_EDGE, Math.floor(edge * SHRINK));
  }
}

/** PNG first for what is drawn or transparent; a photograph goes straight to JPEG. */
function attempts(format: EncodeOrder['format'], info: ImageInfo) {
  const jpeg = QUALITIES.map((quality) => ({ kind: 'jpeg' as const, quality }));
  const png = { kind: 'png' as const };
  if (format === 'png') return [png];
  if (format === 'jpeg' || info.format === 'jpeg') return jpeg;
  return [png, ...jpeg];
}
