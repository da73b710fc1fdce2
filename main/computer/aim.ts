import type { Point, Rectangle } from '../../protocol/helper/geometry.ts';
import { checkDisplay, checkInside, checkRegion } from './addressing.ts';
import { type AimedControl, listedControl, markedControl } from './aimed-control.ts';
import { checkGrid } from './grid-rule.ts';
import { namedView } from './named-view.ts';
import { Refusal } from './refusal.ts';
import type { ActionRequest } from './validate.ts';
import { toFullRegion, type View } from './view.ts';
import type { Views } from './views.ts';

/** Where an action goes, after every addressing rule. */
export interface Aim {
  /** The view whose pixels `points` are; for keys the one on show; null when the action needs none. */
  view: View | null;
  /** The point, both ends of a drag, or empty. */
  points: readonly Point[];
  control: AimedControl | null;
  display: number;
  /** What is looked at, what coordinates were read in, or what the check picture shows; in full-picture pixels. */
  region: Rectangle | null;
}

interface Facts {
  views: Views;
  defaultDisplay: number;
  now: number;
}

/**
 * Decides where an action goes, in the order of computer-use 5.6: conflict, mark, view, display, region, point, grid.
 * Throws the Refusal that tells how to mend the call. Nothing is ever converted or carried forward silently: that is
 * how clicks land beside their target.
 */
export function aimOf(request: ActionRequest, facts: Facts): Aim {
  const { conflict, observationId, traits } = request;
  if (conflict.length > 0) {
    const fields = conflict.map((field) => `"${field}"`).join(', ');
    throw new Refusal('addressing_conflict', `The call names more than one target (${fields}).`, { fields: conflict });
  }
  const named = observationId === null ? null : namedView(observationId, facts.views, facts.now);
  if (request.mark !== null) return aimAtMark(request, request.mark, named, facts);
  if (request.ref !== null || traits.target === 'control') return aimAtListed(request, named);
  if (traits.target !== 'none') return aimAtPoints(request, named, facts);
  if (traits.region === 'selects') return aimOfLook(request, named, facts);
  if (traits.region === 'crop') return aimOfKeys(request, named, facts);
  return { view: null, points: [], control: null, display: request.display ?? facts.defaultDisplay, region: null };
}

/** The badge knows its view, region and point; what the call says besides must agree. */
function aimAtMark(request: ActionRequest, number: number, named: View | null, { views }: Facts): Aim {
  const view = named ?? views.current();
  const control = markedControl(number, view, views);
  if (!view) throw new Refusal('no_view');
  checkDisplay(request, view, view.display);
  if (request.region) checkRegion(request, view);
  return { view, points: [control.at], control, display: view.display, region: view.region };
}

function aimAtListed(request: ActionRequest, view: View | null): Aim {
  const control = listedControl(request, view);
  if (!view) throw new Refusal('no_view');
  checkDisplay(request, view, view.display);
  return { view, points: [control.at], control, display: view.display, region: view.region };
}

function aimAtPoints(request: ActionRequest, named: View | null, { views, defaultDisplay }: Facts): Aim {
  const view = named ?? views.current();
  if (!view) throw new Refusal('no_view');
  checkDisplay(request, view, named ? named.display : defaultDisplay);
  if (!named) checkRegion(request, view);
  for (const point of request.points) checkInside(point, view);
  if (!request.confirmGrid) checkGrid(request.points, view);
  return { view, points: request.points, control: null, display: view.display, region: view.region };
}

/** With a named view the region is in its pixels, and without a region its own place is looked at again (5.7). */
function aimOfLook(request: ActionRequest, named: View | null, { defaultDisplay }: Facts): Aim {
  const nothing = { view: null, points: [], control: null };
  if (!named) return { ...nothing, display: request.display ?? defaultDisplay, region: request.region };
  checkDisplay(request, named, named.display);
  if (!request.region) return { ...nothing, display: named.display, region: named.region };
  const region = toFullRegion(named, request.region);
  if (region) return { ...nothing, display: named.display, region };
  const words = `The region lies outside view ${named.id}, which is ${named.width}x${named.height} pixels.`;
  throw new Refusal('invalid_params', words, { action: request.name, field: 'region' });
}

/** Keys need no view; a region or a named view only picks what the check picture shows. */
function aimOfKeys(request: ActionRequest, named: View | null, { views, defaultDisplay }: Facts): Aim {
  const view = named ?? views.current();
  const cropped = named !== null || request.region !== null;
  if (!view) {
    if (cropped) throw new Refusal('no_view');
    return { view, points: [], control: null, display: request.display ?? defaultDisplay, region: null };
  }
  if (cropped) checkDisplay(request, view, view.display);
  if (request.region) checkRegion(request, view);
  const display = request.display ?? view.display;
  return { view, points: [], control: null, display, region: cropped ? view.region : null };
}
