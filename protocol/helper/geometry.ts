/** A rectangle; the unit is that of the space it is used in. */
export interface Rectangle {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** Long edge and area that a sent picture may have, in pixels; whichever allows more pixels counts. */
const EDGE = 1366;
const AREA = 1366 * 768;
/**
 * Where a pixel's centre falls on the edge between two others, rounding errors would decide which one is meant. Both
 * directions lean the same way, so that a point of a picture always comes back as itself.
 */
const ON_EDGE = 1e-6;

/**
 * How a picture maps to the screen. `left`, `top` and the device size are device pixels of one display; they are not
 * rounded. `k` is picture pixels per device pixel, at most 1. `width` and `height` are the sent picture's pixels.
 */
export interface Crop {
  left: number;
  top: number;
  deviceWidth: number;
  deviceHeight: number;
  k: number;
  width: number;
  height: number;
}

/** The factor by which a rectangle of device pixels is shrunk before it is sent (computer-use 4.2). */
export function downscaleFactor(width: number, height: number): number {
  const byEdge = Math.min(1, EDGE / Math.max(width, height));
  return Math.min(1, Math.max(byEdge, Math.sqrt(AREA / (width * height))));
}

function cropOf(left: number, top: number, deviceWidth: number, deviceHeight: number): Crop {
  const k = downscaleFactor(deviceWidth, deviceHeight);
  const width = Math.max(1, Math.round(deviceWidth * k));
  const height = Math.max(1, Math.round(deviceHeight * k));
  return { left, top, deviceWidth, deviceHeight, k, width, height };
}

/** The whole display as one picture. */
export function fullCrop(display: Size): Crop {
  return cropOf(0, 0, display.width, display.height);
}

/**
 * The picture of a region given in full-picture pixels, clamped into the display (4.3); null when the region lies
 * wholly outside.
 */
export function regionCrop(display: Size, region: Rectangle): Crop | null {
  const { k } = fullCrop(display);
  const left = region.x / k;
  const top = region.y / k;
  if (left >= display.width || top >= display.height) return null;
  const width = Math.max(1, Math.min(region.w / k, display.width - left));
  const height = Math.max(1, Math.min(region.h / k, display.height - top));
  return cropOf(left, top, width, height);
}

/** The region that a crop really shows, in full-picture pixels: what results echo and later calls must repeat. */
export function effectiveRegion(display: Size, region: Rectangle): Rectangle | null {
  const crop = regionCrop(display, region);
  if (!crop) return null;
  const { k } = fullCrop(display);
  return { x: region.x, y: region.y, w: Math.round(crop.deviceWidth * k), h: Math.round(crop.deviceHeight * k) };
}

/** Centre of a picture pixel as a device pixel of the display (4.4), kept inside the crop. */
export function toDevice(crop: Crop, point: Point): Point {
  const inside = (start: number, size: number, at: number) =>
    Math.min(Math.floor(start + (at + 0.5) / crop.k + ON_EDGE), Math.ceil(start + size) - 1);
  return { x: inside(crop.left, crop.deviceWidth, point.x), y: inside(crop.top, crop.deviceHeight, point.y) };
}

/** The picture pixel that shows a device pixel; null when it is outside the picture. */
export function toPicture(crop: Crop, device: Point): Point | null {
  const x = Math.floor((device.x + 0.5 - crop.left) * crop.k - ON_EDGE / 2);
  const y = Math.floor((device.y + 0.5 - crop.top) * crop.k - ON_EDGE / 2);
  return isInside(crop, { x, y }) ? { x, y } : null;
}

/** True for the pixels a picture has. */
export function isInside(crop: Size, point: Point): boolean {
  return point.x >= 0 && point.y >= 0 && point.x < crop.width && point.y < crop.height;
}
