import type { Crop } from '../../protocol/helper/geometry.ts';
import type { Frame } from '../desktop.ts';
import type { PixelArea } from './rgb.ts';

/**
 * The whole device pixels nearest to a crop's exact rectangle, inside the frame. Both edges move by half a pixel at
 * most, so a picture pixel shows the device pixel that geometry.ts maps it to.
 */
export function areaOf(crop: Crop, frame: Pick<Frame, 'width' | 'height'>): PixelArea {
  const left = Math.min(Math.round(crop.left), frame.width - 1);
  const top = Math.min(Math.round(crop.top), frame.height - 1);
  const right = Math.min(Math.max(left + 1, Math.round(crop.left + crop.deviceWidth)), frame.width);
  const bottom = Math.min(Math.max(top + 1, Math.round(crop.top + crop.deviceHeight)), frame.height);
  return { left, top, width: right - left, height: bottom - top };
}
