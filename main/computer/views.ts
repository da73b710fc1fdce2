import { createHash } from 'node:crypto';
import type { ElementsReading } from '../../protocol/helper/accessibility.ts';
import type { Picture } from '../../protocol/helper/act.ts';
import { isInside } from '../../protocol/helper/geometry.ts';
import { scaleOf, type View } from './view.ts';

/** Older pictures can no longer be acted on. */
const KEPT_VIEWS = 3;

/** The views of one session. */
export interface Views {
  /** What coordinates mean now: the latest picture, or the latest list with a point in it. */
  current(): View | null;
  /** The newest last. */
  all(): readonly View[];
  find(id: string): View | null;
  /** True once a picture had marks, however long ago. */
  readonly wereMarked: boolean;
  /** A picture came: it is what coordinates mean from now on. */
  remember(picture: Picture, at: number): View;
  /** The same for a list; null, and nothing changes, when it has no point that could be used. */
  rememberList(reading: ElementsReading, at: number): View | null;
  /** The view is not true any more. When it was the current one there is none, never an older one. */
  forget(id: string): void;
}

/** `generation` is the helper's: ids of a dead helper can never name a view of a new one. */
export function createViews(generation: string): Views {
  const prefix = createHash('sha256').update(generation).digest('hex').slice(0, 4);
  let views: View[] = [];
  let current: View | null = null;
  let wereMarked = false;
  let counter = 0;

  function keep(view: Omit<View, 'id'>): View {
    const kept = { id: `${prefix}-${++counter}`, ...view };
    views = [...views, kept].slice(-KEPT_VIEWS);
    current = kept;
    return kept;
  }

  return {
    current: () => current,
    all: () => views,
    find: (id) => views.find((view) => view.id === id) ?? null,
    get wereMarked() {
      return wereMarked;
    },
    remember(picture, createdAt) {
      const { display, facts, region, width, height, scale, cursor, thumb, mime } = picture;
      const data = Buffer.from(picture.data, 'base64');
      const marks = picture.marks ?? null;
      if (marks) wereMarked = true;
      const look = picture.look ?? null;
      const seen = { display, facts, region, width, height, scale, cursor, thumb, look, mime, data, createdAt };
      return keep({ kind: 'image', ...seen, marks, elements: null });
    },
    rememberList(reading, createdAt) {
      const { display, facts, region, width, height } = reading;
      if (!reading.items.some((item) => isInside(reading, item.at))) return null;
      const seen = { display, facts, region, width, height, scale: scaleOf(facts, region), createdAt };
      const nothing = {
        cursor: null,
        thumb: null,
        look: null,
        mime: 'image/png' as const,
        data: new Uint8Array(),
        marks: null,
      };
      return keep({ kind: 'list', ...seen, ...nothing, elements: reading });
    },
    forget(id) {
      views = views.filter((view) => view.id !== id);
      if (current?.id === id) current = null;
    },
  };
}
