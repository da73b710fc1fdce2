/** A picture of three bytes a pixel: red, green, blue, row by row. */
export interface Rgb {
  width: number;
  height: number;
  data: Buffer;
}

/** A rectangle of whole device pixels inside a frame. */
export interface PixelArea {
  left: number;
  top: number;
  width: number;
  height: number;
}
