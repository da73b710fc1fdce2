import type { DisplayFacts, Frame } from '../../../desktop.ts';
import { bounded } from '../../native/bounded.ts';
import type { Connection } from '../connection.ts';
import { type Pointer, viewOf } from '../native.ts';
import type { Compositing } from './compositing.ts';
import { findBadge, hasCompositor } from './find-badge.ts';
import { type RootChild, RootChildren } from './root-children.ts';

const SHAPE_BOUNDING = 0;
const PICT_OP = { source: 1, over: 3 };
const ALL_PLANES = 0xffff_ffffn;
const Z_PIXMAP = 2;
const IMAGE = { size: 136, data: 16, bytesPerLine: 44 };

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What lies below the badge, composed by the server at the moment of the grab. */
export interface BelowBadge {
  /** Global. */
  area: Area;
  pixmap: number;
}

/**
 * Takes the badge out of the helper's pictures. Nothing on the screen moves or flickers: the windows below are put
 * together once more from their own pixels, which the server keeps apart while a badge is shown. The requests go out
 * right before the grab, on the same connection, so that both are of the same moment.
 */
export class BadgeEraser {
  readonly #connection: Connection;
  readonly #c: Compositing;
  readonly #children: RootChildren;
  readonly #hear: () => void;

  /**
   * On the connection that grabs; to be used only while no grab runs. `hear` has `stackChanged` called for every change
   * that has happened by now.
   */
  constructor(connection: Connection, compositing: Compositing, hear: () => void) {
    this.#connection = connection;
    this.#c = compositing;
    this.#hear = hear;
    this.#children = new RootChildren(connection);
  }

  stackChanged(): void {
    this.#children.changed();
  }

  /** Null when no badge is on this display. */
  compose(facts: DisplayFacts): BelowBadge | null {
    const id = findBadge(this.#connection);
    const badge = id === null ? null : this.#children.read(id);
    const area = badge && overlap(badge, facts);
    if (!badge || !area) return null;
    this.#hear();
    const { x, display, root, screen } = this.#connection;
    const pixmap = this.#c.XCreatePixmap(display, root, area.width, area.height, x.XDefaultDepth(display, screen));
    const format = this.#c.XRenderFindVisualFormat(display, x.XDefaultVisual(display, screen));
    if (format === null) return null;
    const target = this.#c.XRenderCreatePicture(display, pixmap, format, 0, null);
    const isBlended = hasCompositor(this.#connection);
    for (const child of this.#children.list()) if (child.id !== badge.id) this.#add(target, area, child, isBlended);
    this.#c.XRenderFreePicture(display, target);
    return { area, pixmap };
  }

  /** Puts what was composed into the frame of the same display. */
  async paint(frame: Frame, facts: DisplayFacts, { area, pixmap }: BelowBadge): Promise<void> {
    const { x, display } = this.#connection;
    const { width, height } = area;
    const image = await bounded<Pointer | null>((done) =>
      x.XGetImage.async(display, pixmap, 0, 0, width, height, ALL_PLANES, Z_PIXMAP, done),
    );
    this.#c.XFreePixmap(display, pixmap);
    if (!image) return;
    const header = viewOf(x.koffi, image, IMAGE.size);
    const stride = header.readInt32LE(IMAGE.bytesPerLine) / 4;
    const pixels = new Uint32Array(x.koffi.view(header.readBigUInt64LE(IMAGE.data), stride * height * 4));
    for (let row = 0; row < height; row++) {
      const at = (area.y - facts.y + row) * frame.width + area.x - facts.x;
      frame.pixels.set(pixels.subarray(row * stride, row * stride + width), at);
    }
    x.XDestroyImage(image);
  }

  /** One window's part, cut to its shape. A window that has gone meanwhile adds nothing. */
  #add(target: number, area: Area, child: RootChild, isBlended: boolean): void {
    const part = overlap(child, area);
    if (!part) return;
    const { display } = this.#connection;
    const format = this.#c.XRenderFindVisualFormat(display, child.visual);
    if (format === null) return;
    const pixels = this.#c.XCompositeNameWindowPixmap(display, child.id);
    const source = this.#c.XRenderCreatePicture(display, pixels, format, 0, null);
    const shape = this.#c.XFixesCreateRegionFromWindow(display, child.id, SHAPE_BOUNDING);
    this.#c.XFixesSetPictureClipRegion(display, source, child.border, child.border, shape);
    const [fromX, fromY] = [part.x - child.x, part.y - child.y];
    const [toX, toY] = [part.x - area.x, part.y - area.y];
    const operation = isBlended ? PICT_OP.over : PICT_OP.source;
    this.#c.XRenderComposite(
      display,
      operation,
      source,
      0,
      target,
      fromX,
      fromY,
      0,
      0,
      toX,
      toY,
      part.width,
      part.height,
    );
    this.#c.XFixesDestroyRegion(display, shape);
    this.#c.XRenderFreePicture(display, source);
    this.#c.XFreePixmap(display, pixels);
  }
}

function overlap(a: Area, b: Area): Area | null {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}
