import type { Rgb } from './rgb.ts';

export interface EncodedImage {
  mime: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
  data: Buffer;
  width: number;
  height: number;
}

export interface ImageInfo {
  format: string;
  width: number;
  height: number;
  hasAlpha: boolean;
}

/** Scales and encodes. The work runs off the event loop; input buffers must not change until it is done. */
export interface ImageCodec {
  /** Scales to exactly this size, without cutting, and encodes. */
  encode(
    picture: Rgb,
    size: { width: number; height: number },
    format: { kind: 'png' } | { kind: 'jpeg'; quality: number },
  ): Promise<Buffer>;
  /** Null when the bytes are no picture this codec reads. Turned pictures are described as they are seen. */
  inspect(file: Buffer): Promise<ImageInfo | null>;
  /** Decodes a file's first frame, turns it upright, fits it into `maxEdge` and encodes it. */
  convert(
    file: Buffer,
    maxEdge: number,
    format: { kind: 'png' } | { kind: 'jpeg'; quality: number },
  ): Promise<EncodedImage>;
}
