import { RemoteError } from '../../../protocol/rpc/remote-error.ts';
import type { DisplayFacts, Frame } from '../../desktop.ts';
import { bounded } from '../native/bounded.ts';
import type { BadgeEraser } from './badge/badge-eraser.ts';
import { Connection } from './connection.ts';
import { allocate, type NativeMemory, type Pointer, viewOf } from './native.ts';
import type { XLibrary } from './x-library.ts';

const ALL_PLANES = 0xffff_ffffn;
const Z_PIXMAP = 2;
const IPC_PRIVATE = 0;
const IPC_CREAT = 0o1000;
const IPC_RMID = 0;

/** XShmSegmentInfo: segment 0, id 8, address 16, read-only 24. */
const SEGMENT_INFO_BYTES = 32;
/** Offsets in XImage: data 16, bits per pixel 48. */
const IMAGE_BYTES = 136;
const IMAGE_DATA = 16;
const IMAGE_BITS_PER_PIXEL = 48;

interface SharedImage {
  width: number;
  height: number;
  image: Pointer;
  info: NativeMemory;
  address: Pointer;
  pixels: Uint32Array;
}

/**
 * Grabs displays on a connection of its own, since the call runs on another thread: the event loop stays free to answer
 * controls while a busy server lets us wait. One kept shared-memory segment; XGetImage where the server refuses it.
 */
export class ScreenGrab {
  readonly #x: XLibrary;
  readonly #connection: Connection;
  #shared: SharedImage | null = null;
  #canShare: boolean;
  #queue: Promise<unknown> = Promise.resolve();
  /** Takes the badge out of what was grabbed; none while there can be no badge. */
  eraser: BadgeEraser | null = null;

  constructor(x: XLibrary, connection: Connection) {
    this.#x = x;
    this.#connection = connection;
    this.#canShare = x.XShmQueryExtension(connection.display) !== 0;
  }

  static async open(x: XLibrary): Promise<ScreenGrab | null> {
    const connection = await Connection.openBounded(x);
    return connection ? new ScreenGrab(x, connection) : null;
  }

  /** Resolves when the server has answered; throws `capture_stalled` when it does not. */
  async answer(): Promise<void> {
    await bounded<number>((done) => this.#x.XSync.async(this.#connection.display, 0, done));
  }

  get connection(): Connection {
    return this.#connection;
  }

  /**
   * One after another: the memory is shared. The next one begins once whoever waited for this one has read it, which is
   * before anything else of the event loop runs.
   */
  grab(display: DisplayFacts): Promise<Frame> {
    const grabbing = this.#queue.then(() => this.#grabClean(display));
    this.#queue = grabbing.then(nextTurn, nextTurn);
    return grabbing;
  }

  async #grabClean(display: DisplayFacts): Promise<Frame> {
    const below = this.eraser?.compose(display) ?? null;
    const frame = await this.#grabAll(display);
    if (below) await this.eraser?.paint(frame, display, below);
    return frame;
  }

  async #grabAll(display: DisplayFacts): Promise<Frame> {
    const shared = this.#canShare ? this.#sharedImage(display) : null;
    const { width, height } = display;
    if (!shared) return { width, height, pixels: await this.#copy(display) };
    const { x, y } = display;
    const got = await bounded<number>((done) =>
      this.#x.XShmGetImage.async(this.#connection.display, this.#connection.root, shared.image, x, y, ALL_PLANES, done),
    );
    if (!got) throw disconnected(display);
    return { width, height, pixels: shared.pixels };
  }

  /** The kept segment for this size; null when the server cannot attach it (another user or IPC namespace). */
  #sharedImage({ width, height }: DisplayFacts): SharedImage | null {
    if (this.#shared?.width === width && this.#shared.height === height) return this.#shared;
    this.#release();
    const { display, screen } = this.#connection;
    const x = this.#x;
    const info = allocate(x.koffi, SEGMENT_INFO_BYTES);
    const visual = x.XDefaultVisual(display, screen);
    const depth = x.XDefaultDepth(display, screen);
    const image = x.XShmCreateImage(display, visual, depth, Z_PIXMAP, null, info.address, width, height);
    const header = viewOf(x.koffi, image, IMAGE_BYTES);
    requireTrueColour(header);
    const size = width * height * 4;
    const id = x.shmget(IPC_PRIVATE, size, IPC_CREAT | 0o600);
    const address = id < 0 ? 0n : x.shmat(id, null, 0);
    info.bytes.writeInt32LE(id, 8);
    info.bytes.writeBigUInt64LE(address, 16);
    header.writeBigUInt64LE(address, IMAGE_DATA);
    const isRefused = id < 0 || this.#connection.refused(() => x.XShmAttach(display, info.address));
    // Removed at once: the kernel frees it when both sides have let go, also after a crash.
    if (id >= 0) x.shmctl(id, IPC_RMID, null);
    if (isRefused) {
      if (id >= 0) x.shmdt(address);
      this.#canShare = false;
      return null;
    }
    const view = x.koffi.view(address, size);
    this.#shared = { width, height, image, info, address, pixels: new Uint32Array(view) };
    return this.#shared;
  }

  async #copy(display: DisplayFacts): Promise<Uint32Array> {
    const { width, height } = display;
    const x = this.#x;
    const image = await bounded<Pointer | null>((done) =>
      x.XGetImage.async(
        this.#connection.display,
        this.#connection.root,
        display.x,
        display.y,
        width,
        height,
        ALL_PLANES,
        Z_PIXMAP,
        done,
      ),
    );
    if (!image) throw disconnected(display);
    const header = viewOf(x.koffi, image, IMAGE_BYTES);
    requireTrueColour(header);
    const pixels = new Uint32Array(x.koffi.view(header.readBigUInt64LE(IMAGE_DATA), width * height * 4)).slice();
    x.XDestroyImage(image);
    return pixels;
  }

  #release(): void {
    const shared = this.#shared;
    this.#shared = null;
    if (!shared) return;
    this.#x.XShmDetach(this.#connection.display, shared.info.address);
    this.#connection.sync();
    this.#x.shmdt(shared.address);
  }

  close(): void {
    this.#release();
    this.#connection.close();
  }
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

function requireTrueColour(header: Buffer): void {
  if (header.readInt32LE(IMAGE_BITS_PER_PIXEL) === 32) return;
  throw new RemoteError('platform_unsupported', 'The screen does not use 24-bit colour, which computer use needs.');
}

function disconnected(display: DisplayFacts): RemoteError {
  return new RemoteError('display_disconnected', `The display ${display.id} is gone.`);
}
