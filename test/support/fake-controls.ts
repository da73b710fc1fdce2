import type {
  ControlReading,
  Element,
  ElementsReading,
  InspectReading,
  Mark,
  MarksReading,
  WindowsReading,
} from '../../protocol/helper/accessibility.ts';
import { effectiveRegion, fullCrop, type Rectangle, regionCrop } from '../../protocol/helper/geometry.ts';

/** One control of a list, 40x20 pixels around `at`. */
export function fakeElement(ref: string, name: string, more: Partial<Element> = {}): Element {
  const at = more.at ?? { x: 100, y: 50 };
  return {
    ref,
    role: 'button',
    nativeRole: 'push button',
    name,
    enabled: true,
    actions: ['press'],
    settable: false,
    at,
    bounds: { x: Math.max(0, at.x - 20), y: Math.max(0, at.y - 10), w: 40, h: 20 },
    path: [],
    ...more,
  };
}

const about = { listing: 'l1', app: 'gedit', windowTitle: 'Untitled', source: 'accessibility' as const };

/** What a helper answers to `elements` on a desktop of this size. */
export function fakeElements(
  desktop: { width: number; height: number },
  region: Rectangle | null,
  items: Element[],
  more: Partial<ElementsReading> = {},
): ElementsReading {
  const crop = (region ? regionCrop(desktop, region) : null) ?? fullCrop(desktop);
  return {
    kind: 'elements',
    ...about,
    totalInApp: items.length,
    note: 'Read gedit.',
    display: 0,
    facts: { id: 'fake-1', x: 0, y: 0, width: desktop.width, height: desktop.height, scale: 1, rotation: 0 },
    region: region && effectiveRegion(desktop, region),
    width: crop.width,
    height: crop.height,
    items,
    ...more,
  };
}

export function fakeMark(id: number, name: string, more: Partial<Mark> = {}): Mark {
  const { ref, role, enabled, at, bounds } = fakeElement(`e${id}`, name, { at: { x: 100 * id, y: 50 } });
  return { id, ref, role, name, enabled, at, bounds, ...more };
}

export function fakeMarks(marks: Mark[], more: Partial<MarksReading> = {}): MarksReading {
  return { ...about, totalInApp: marks.length, note: 'Read gedit.', marks, marksTruncated: 0, ...more };
}

export function fakeWindows(items: Partial<WindowsReading['items'][number]>[], more = {}): WindowsReading {
  const window = { id: '1', app: 'gedit', title: 'Untitled', pid: 7, focused: false, display: 0 };
  const region = { x: 0, y: 0, w: 10, h: 10 };
  return {
    kind: 'windows',
    items: items.map((one) => ({ ...window, region, ...one })),
    truncated: false,
    note: '',
    ...more,
  };
}

export function fakeInspect(more: Partial<InspectReading> = {}): InspectReading {
  return { kind: 'inspect', found: true, app: 'gedit', windowTitle: 'Untitled', note: '', ...more };
}

export function fakeControl(more: Partial<ControlReading> = {}): ControlReading {
  return { kind: 'control', found: true, role: 'button', name: 'Save', enabled: true, ...more };
}
