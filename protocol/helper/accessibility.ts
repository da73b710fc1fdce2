import { z } from 'zod';
import { displayFacts } from './display.ts';

const integer = z.number().int();
const point = z.object({ x: integer.min(0), y: integer.min(0) });
/** In pixels of the picture or region that was asked for; clipped to it. */
const bounds = z.object({ x: integer.min(0), y: integer.min(0), w: integer.positive(), h: integer.positive() });

/** Normalised roles (computer-use 7.5). `nativeRole` beside them keeps the system's own word. */
export const ELEMENT_ROLES = [
  'button',
  'menu_item',
  'combo',
  'checkbox',
  'radio',
  'field',
  'secure_field',
  'textarea',
  'link',
  'tab',
  'slider',
  'row',
  'cell',
  'disclosure',
  'other',
] as const;
export const elementRole = z.enum(ELEMENT_ROLES);
export type ElementRole = z.infer<typeof elementRole>;

/** What a control itself offers and this build performs. Never inferred from the role. */
export const ELEMENT_ACTIONS = ['press', 'toggle', 'expand', 'focus'] as const;

/** Where a list of controls came from: the accessibility tree, or shapes in the picture where there is no tree. */
export const listingSource = z.enum(['accessibility', 'picture']);

/** Names a control of one listing that the helper still remembers. */
export const elementTarget = z.object({ listing: z.string(), ref: z.string() });
export type ElementTarget = z.infer<typeof elementTarget>;

/** One control. Words come from the screen: one line, control characters removed, at most 80 characters. */
export const element = z.object({
  /** `e1`, `e2` …, unique in its listing. */
  ref: z.string(),
  role: elementRole,
  nativeRole: z.string(),
  name: z.string(),
  /** Absent for secure fields, always. */
  value: z.string().optional(),
  enabled: z.boolean(),
  focused: z.boolean().optional(),
  checked: z.boolean().optional(),
  selected: z.boolean().optional(),
  actions: z.array(z.enum(ELEMENT_ACTIONS)),
  settable: z.boolean(),
  /** Where to click: the centre of the largest visible part. */
  at: point,
  bounds,
  /** Names of up to three ancestors, the nearest last. */
  path: z.array(z.string()),
});
export type Element = z.infer<typeof element>;

/** Facts about the reading of one application that every result carries. */
const reading = z.object({
  /** Id by which `elementTarget` names this listing. */
  listing: z.string(),
  /** Empty when no window is in view. */
  app: z.string(),
  windowTitle: z.string(),
  source: listingSource,
  /** Controls of the whole application, inside the rectangle or not. */
  totalInApp: integer.min(0),
  truncated: z.enum(['nodes', 'depth', 'time']).optional(),
  /** In plain words: which application was read, what woke its tree, why there is nothing. Never empty. */
  note: z.string(),
});

export const elementsReading = reading.extend({
  kind: z.literal('elements'),
  /** The display that was read, and its facts: the list is a source of coordinates as a picture is. */
  display: integer.min(0),
  facts: displayFacts,
  /** Effective region in full-picture pixels; null for the whole display. */
  region: z.object({ x: integer, y: integer, w: integer, h: integer }).nullable(),
  /** Size of the picture whose pixels `at` and `bounds` are. */
  width: integer,
  height: integer,
  items: z.array(element),
});
export type ElementsReading = z.infer<typeof elementsReading>;

export const inspectReading = z.object({
  kind: z.literal('inspect'),
  found: z.boolean(),
  app: z.string(),
  windowTitle: z.string(),
  role: elementRole.optional(),
  nativeRole: z.string().optional(),
  name: z.string().optional(),
  description: z.string().optional(),
  value: z.string().optional(),
  enabled: z.boolean().optional(),
  bounds: bounds.optional(),
  /** Why nothing was found, or what the answer rests on. */
  note: z.string(),
});
export type InspectReading = z.infer<typeof inspectReading>;

/** One window. `region` is in full-picture pixels of the display asked for, clipped to it, ready for a screenshot. */
export const listedWindow = z.object({
  id: z.string(),
  app: z.string(),
  title: z.string(),
  pid: integer.nullable(),
  focused: z.boolean(),
  display: integer.min(0),
  region: bounds,
});
export const windowsReading = z.object({
  kind: z.literal('windows'),
  /** Front-most first, at most 40. */
  items: z.array(listedWindow),
  truncated: z.boolean(),
  note: z.string(),
});
export type WindowsReading = z.infer<typeof windowsReading>;

/** A control after it was acted on by name (7.6): read back, never a picture. */
export const controlReading = z.object({
  kind: z.literal('control'),
  /** False when it no longer answers, which usually means that it worked and was dismissed. */
  found: z.boolean(),
  role: elementRole.optional(),
  name: z.string().optional(),
  enabled: z.boolean().optional(),
  value: z.string().optional(),
  /** True when its program came to the front by it; absent when that is unknown. */
  foregroundChanged: z.boolean().optional(),
});
export type ControlReading = z.infer<typeof controlReading>;

export const readingResult = z.discriminatedUnion('kind', [
  elementsReading,
  inspectReading,
  windowsReading,
  controlReading,
]);
export type ReadingResult = z.infer<typeof readingResult>;

/** A numbered badge on a picture; `at` is in its pixels. */
export const mark = z.object({
  id: integer.min(1).max(100),
  ref: z.string(),
  role: elementRole,
  name: z.string(),
  enabled: z.boolean(),
  at: point,
  bounds,
});
export type Mark = z.infer<typeof mark>;

/** The marks of a picture, and how they were found. `marks: []` is an answer: nothing to click is in this view. */
export const marksReading = reading.extend({
  marks: z.array(mark),
  /** Controls in view that got no number because there are 100 already. */
  marksTruncated: integer.min(0),
});
export type MarksReading = z.infer<typeof marksReading>;
