import type { Point } from '../../protocol/helper/geometry.ts';
import type { ToolPicture } from '../registry/capability.ts';
import type { ActionFacts } from './action-result.ts';
import { sameRegion, type View } from './view.ts';

/** The latest picture that shows what this view is about: itself, or for a list the last look at the same place. */
export function pictureOf(view: View | null, all: readonly View[]): View | null {
  if (!view || view.kind === 'image') return view;
  const shows = (one: View) => one.kind === 'image' && one.display === view.display;
  return all.findLast((one) => shows(one) && sameRegion(one.region, view.region)) ?? null;
}

/** The look before, which the model has already seen, and the one after, with the aimed and the reached point. */
export function picturesOf({ request, aim, before, after, output }: ActionFacts): ToolPicture[] {
  if (!request.traits.changes) return [];
  const pictures: ToolPicture[] = [];
  const aimed = aim.points[0];
  const landed = output.receipt.landed ?? aim.points.at(-1);
  if (before) pictures.push(toPicture(before, 'before', `${place(before)} before ${request.name}`, aimed));
  if (after?.kind === 'image')
    pictures.push(toPicture(after, 'after', `${place(after)} after ${request.name}`, landed));
  return pictures;
}

/** What a view shows, in words. */
export function place(view: View): string {
  return view.region ? `a part of display ${view.display}` : `display ${view.display}`;
}

export function toPicture(view: View, role: ToolPicture['role'], alt: string, point?: Point): ToolPicture {
  const { data, mime, width, height } = view;
  const marked = point ? { point: { x: point.x, y: point.y } } : {};
  return { data, mime, width, height, role, alt, ...marked, forModel: role !== 'before' };
}
