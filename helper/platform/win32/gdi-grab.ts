import { RemoteError } from '../../../protocol/rpc/remote-error.ts';
import type { Frame } from '../../desktop.ts';
import { bounded } from '../native/bounded.ts';
import type { Gdi32 } from './gdi32.ts';
import type { User32 } from './user32.ts';

const COPY_WITH_LAYERED = 0x00cc_0020 | 0x4000_0000;
const HEADER_BYTES = 40;

interface Canvas {
  width: number;
  height: number;
  screen: bigint;
  context: bigint;
  bitmap: bigint;
  pixels: Uint32Array;
}

/**
 * Copies rectangles of the virtual desktop into one kept bitmap, on another thread. The pointer is not part of it, nor
 * are windows that are protected from capture.
 */
export class GdiGrab {
  readonly #gdi: Gdi32;
  readonly #user32: Pick<User32, 'GetDC' | 'ReleaseDC'>;
  #canvas: Canvas | null = null;

  constructor(gdi: Gdi32, user32: Pick<User32, 'GetDC' | 'ReleaseDC'>) {
    this.#gdi = gdi;
    this.#user32 = user32;
  }

  async grab({ x, y, width, height }: { x: number; y: number; width: number; height: number }): Promise<Frame> {
    const canvas = this.#canvasOf(width, height);
    const copied = await bounded<number>((done) =>
      this.#gdi.BitBlt.async(canvas.context, 0, 0, width, height, canvas.screen, x, y, COPY_WITH_LAYERED, done),
    );
    if (!copied)
      throw new RemoteError('capture_permission_missing', 'Windows does not let this program see the screen.');
    this.#gdi.GdiFlush();
    return { width, height, pixels: canvas.pixels };
  }

  #canvasOf(width: number, height: number): Canvas {
    if (this.#canvas?.width === width && this.#canvas.height === height) return this.#canvas;
    this.close();
    const screen = required(this.#user32.GetDC(null));
    const context = required(this.#gdi.CreateCompatibleDC(screen));
    const bits: [bigint | null] = [null];
    const bitmap = required(this.#gdi.CreateDIBSection(screen, bitmapHeader(width, height), 0, bits, null, 0));
    this.#gdi.SelectObject(context, bitmap);
    const pixels = this.#gdi.pixels(required(bits[0]), width * height);
    this.#canvas = { width, height, screen, context, bitmap, pixels };
    return this.#canvas;
  }

  close(): void {
    const canvas = this.#canvas;
    this.#canvas = null;
    if (!canvas) return;
    this.#gdi.DeleteDC(canvas.context);
    this.#gdi.DeleteObject(canvas.bitmap);
    this.#user32.ReleaseDC(null, canvas.screen);
  }
}

/** BITMAPINFOHEADER of 32-bit pixels without compression; a negative height means that the top row comes first. */
export function bitmapHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES + 4);
  header.writeUInt32LE(HEADER_BYTES, 0);
  header.writeInt32LE(width, 4);
  header.writeInt32LE(-height, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(32, 14);
  return header;
}

function required<T>(handle: T | null): T {
  if (handle === null) throw new RemoteError('helper_fault', 'Windows has no memory left for a picture.');
  return handle;
}
