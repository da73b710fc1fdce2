import type { Rgb } from '../../../picture/rgb.ts';
import type { Connection } from '../connection.ts';
import { allocate, viewOf } from '../native.ts';
import type { Compositing } from './compositing.ts';

const Z_PIXMAP = 2;
/** XSetWindowAttributes on 64-bit systems: override_redirect lies at 88. */
const ATTRIBUTES = { size: 112, overrideRedirect: 88, mask: 1 << 9 };
/** XImage: data 16. */
const IMAGE = { size: 136, data: 16 };

/** No window manager frames, moves or lists it. */
export function setOverrideRedirect({ x, display }: Connection, c: Compositing, window: number): void {
  const { address, bytes } = allocate(x.koffi, ATTRIBUTES.size);
  bytes.fill(0);
  bytes.writeInt32LE(1, ATTRIBUTES.overrideRedirect);
  c.XChangeWindowAttributes(display, window, ATTRIBUTES.mask, address);
  x.koffi.free(address);
}

/** Makes the picture the window's background: the server paints it from then on, whatever the helper does. */
export function drawPicture({ x, display, screen }: Connection, c: Compositing, window: number, picture: Rgb): void {
  const { width, height, data } = picture;
  const depth = x.XDefaultDepth(display, screen);
  const pixels = allocate(x.koffi, width * height * 4);
  for (let i = 0; i < width * height; i++)
    pixels.bytes.writeUInt32LE(
      ((data[i * 3] ?? 0) << 16) | ((data[i * 3 + 1] ?? 0) << 8) | (data[i * 3 + 2] ?? 0),
      i * 4,
    );
  const visual = x.XDefaultVisual(display, screen);
  const image = c.XCreateImage(display, visual, depth, Z_PIXMAP, 0, pixels.address, width, height, 32, width * 4);
  const pixmap = c.XCreatePixmap(display, window, width, height, depth);
  const gc = c.XCreateGC(display, pixmap, 0, null);
  c.XPutImage(display, pixmap, gc, image, 0, 0, 0, 0, width, height);
  c.XSetWindowBackgroundPixmap(display, window, pixmap);
  c.XClearWindow(display, window);
  c.XFreeGC(display, gc);
  c.XFreePixmap(display, pixmap);
  // The memory is not Xlib's to free.
  viewOf(x.koffi, image, IMAGE.size).writeBigUInt64LE(0n, IMAGE.data);
  x.XDestroyImage(image);
  x.koffi.free(pixels.address);
}
