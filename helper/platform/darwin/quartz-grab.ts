import { RemoteError } from '../../../protocol/rpc/remote-error.ts';
import type { Frame } from '../../desktop.ts';
import { bounded } from '../native/bounded.ts';
import type { ReportedDisplay } from '../native/display-facts.ts';
import type { Pointer } from '../native/koffi.ts';
import { newText } from './cf-values.ts';
import type { CoreFoundation, Ref } from './core-foundation.ts';
import type { CoreGraphics } from './core-graphics.ts';

/** 32-bit little-endian words without alpha, which is 0xXXRRGGBB: kCGBitmapByteOrder32Little and NoneSkipFirst. */
const PIXEL_LAYOUT = (2 << 12) | 6;
const NO_INTERPOLATION = 1;

type Calls = Pick<
  CoreGraphics,
  | 'CGDisplayCreateImage'
  | 'CGImageGetWidth'
  | 'CGImageGetHeight'
  | 'CGImageRelease'
  | 'CGColorSpaceCreateWithName'
  | 'CGBitmapContextCreate'
  | 'CGContextSetInterpolationQuality'
  | 'CGContextDrawImage'
  | 'CGContextRelease'
  | 'newPixels'
  | 'freePixels'
> &
  Pick<CoreFoundation, 'CFStringCreateWithCharacters' | 'CFRelease'>;

interface Canvas {
  width: number;
  height: number;
  context: Ref;
  address: Pointer;
  pixels: Uint32Array;
}

/**
 * Pictures of displays. The image is drawn into kept memory of a known layout, so that neither its colour space nor its
 * row padding matters. The pointer and windows that are protected from capture are not part of it.
 */
export class QuartzGrab {
  readonly #calls: Calls;
  /** The system's own program, where the function is gone or gives nothing. */
  readonly #byProgram: (display: ReportedDisplay) => Promise<Frame>;
  readonly #canvases = new Map<string, Canvas>();

  constructor(calls: Calls, byProgram: (display: ReportedDisplay) => Promise<Frame>) {
    this.#calls = calls;
    this.#byProgram = byProgram;
  }

  async grab(display: ReportedDisplay): Promise<Frame> {
    const create = this.#calls.CGDisplayCreateImage;
    const image = create && (await bounded<Ref | null>((done) => create.async(Number(display.id), done)));
    if (!image) return this.#byProgram(display);
    try {
      return await this.#draw(display.id, image);
    } finally {
      this.#calls.CGImageRelease(image);
    }
  }

  close(): void {
    for (const id of [...this.#canvases.keys()]) this.#release(id);
  }

  async #draw(id: string, image: Ref): Promise<Frame> {
    const width = Number(this.#calls.CGImageGetWidth(image));
    const height = Number(this.#calls.CGImageGetHeight(image));
    const { context, pixels } = this.#canvas(id, width, height);
    const area = { x: 0, y: 0, width, height };
    await bounded<unknown>((done) => this.#calls.CGContextDrawImage.async(context, area, image, done));
    return { width, height, pixels };
  }

  /** One for each display: measuring several must not make them anew each time. */
  #canvas(id: string, width: number, height: number): Canvas {
    const known = this.#canvases.get(id);
    if (known?.width === width && known.height === height) return known;
    this.#release(id);
    const { address, pixels } = this.#calls.newPixels(width * height);
    const name = newText(this.#calls, 'kCGColorSpaceSRGB');
    const space = this.#calls.CGColorSpaceCreateWithName(name);
    this.#calls.CFRelease(name);
    const context =
      space && this.#calls.CGBitmapContextCreate(address, width, height, 8, width * 4, space, PIXEL_LAYOUT);
    if (space) this.#calls.CFRelease(space);
    if (!context) {
      this.#calls.freePixels(address);
      throw new RemoteError('helper_fault', 'macOS has no memory left for a picture.');
    }
    this.#calls.CGContextSetInterpolationQuality(context, NO_INTERPOLATION);
    const canvas = { width, height, context, address, pixels };
    this.#canvases.set(id, canvas);
    return canvas;
  }

  #release(id: string): void {
    const canvas = this.#canvases.get(id);
    this.#canvases.delete(id);
    if (!canvas) return;
    this.#calls.CGContextRelease(canvas.context);
    this.#calls.freePixels(canvas.address);
  }
}
