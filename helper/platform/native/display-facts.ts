import { RemoteError } from '../../../protocol/rpc/remote-error.ts';
import type { DisplayFacts } from '../../desktop.ts';

const SCALE_TOLERANCE = 0.01;

/** A display as the system reports it: origin and size in input units, `modeScale` device pixels for one of them. */
export interface ReportedDisplay {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
  modeScale: number;
  rotation: number;
  isPrimary: boolean;
}

/** The primary one first, the others by origin, then by id. */
export function inIndexOrder<T extends { id: string; x: number; y: number; isPrimary: boolean }>(
  all: readonly T[],
): T[] {
  const byPlace = (a: T, b: T) => a.x - b.x || a.y - b.y || (a.id < b.id ? -1 : 1);
  return [...all].sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary) || byPlace(a, b));
}

/**
 * Device pixels for one input unit, measured from a real capture. A ratio that neither the mode nor a plain 1 explains is
 * `capture_geometry_mismatch`: every point on that display would land somewhere else.
 */
export function measuredScale(reported: ReportedDisplay, frame: { width: number; height: number }): number {
  const byWidth = frame.width / reported.width;
  const byHeight = frame.height / reported.height;
  const explained = [reported.modeScale, 1].find((one) => Math.abs(byWidth - one) <= SCALE_TOLERANCE);
  const axesAgree = Math.abs(frame.height - reported.height * byWidth) <= 1;
  if (explained !== undefined && axesAgree) return explained;
  const sizes = `${frame.width}x${frame.height} pixels for a display of ${reported.width}x${reported.height}`;
  throw new RemoteError('capture_geometry_mismatch', `The picture has ${sizes}, which its mode does not explain.`, {
    frame: { width: frame.width, height: frame.height },
    reported: { width: reported.width, height: reported.height },
    mode_scale: reported.modeScale,
    ratios: [byWidth, byHeight],
  });
}

/** The facts that pictures and points are mapped by. */
export function factsOf(reported: ReportedDisplay, scale: number): DisplayFacts {
  const { id, x, y, rotation } = reported;
  return {
    id,
    x,
    y,
    width: Math.round(reported.width * scale),
    height: Math.round(reported.height * scale),
    scale,
    rotation,
  };
}

/** One line that changes whenever the arrangement does. */
export function arrangementOf(displays: readonly ReportedDisplay[]): string {
  return displays.map((one) => Object.values(one).join(' ')).join('\n');
}
