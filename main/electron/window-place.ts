import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Pixels of the desktop, without scale. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where a window was and how big. */
export interface Place extends Area {
  maximized: boolean;
}

export const SMALLEST = { width: 720, height: 520 };
const FIRST = { width: 1180, height: 800 };
/** How much of a window has to be on some screen for its old place to be used again. */
const VISIBLE = 100;

/** The remembered place, or null when there is none that makes sense. */
export function readPlace(path: string): Place | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isPlace(value) ? value : null;
  } catch {
    return null;
  }
}

/** Best effort: a place that cannot be kept is not worth a message. */
export function writePlace(path: string, place: Place): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.tmp`, JSON.stringify(place), { mode: 0o600 });
    renameSync(`${path}.tmp`, path);
  } catch {
    // The next start uses the usual size.
  }
}

/** Options for a new window on these screens' work areas: the old place if it is still visible, else the first size. */
export function choosePlace(
  remembered: Place | null,
  screens: readonly Area[],
): Partial<Area> & { maximized: boolean } {
  const main = screens[0] ?? { x: 0, y: 0, ...FIRST };
  if (remembered === null || !screens.some((screen) => overlaps(remembered, screen))) {
    const width = Math.max(SMALLEST.width, Math.min(FIRST.width, main.width));
    const height = Math.max(SMALLEST.height, Math.min(FIRST.height, main.height));
    return { width, height, maximized: false };
  }
  return remembered;
}

function overlaps(place: Area, screen: Area): boolean {
  const across = Math.min(place.x + place.width, screen.x + screen.width) - Math.max(place.x, screen.x);
  const down = Math.min(place.y + place.height, screen.y + screen.height) - Math.max(place.y, screen.y);
  return across >= VISIBLE && down >= VISIBLE;
}

function isPlace(value: unknown): value is Place {
  if (typeof value !== 'object' || value === null) return false;
  const { x, y, width, height, maximized } = value as Record<string, unknown>;
  return [x, y, width, height].every(Number.isSafeInteger) && typeof maximized === 'boolean' && inRange(width, height);
}

function inRange(width: unknown, height: unknown): boolean {
  return Number(width) >= SMALLEST.width && Number(height) >= SMALLEST.height;
}
