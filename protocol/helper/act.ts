import { z } from 'zod';
import { elementTarget, marksReading, readingResult } from './accessibility.ts';
import { type DisplayFacts, displayFacts } from './display.ts';

export { type DisplayFacts, displayFacts };

const integer = z.number().int();
export const point = z.object({ x: integer.min(0), y: integer.min(0) });
export const rectangle = z.object({
  x: integer.min(0),
  y: integer.min(0),
  w: integer.positive(),
  h: integer.positive(),
});

/** Modifier keys of clicks and scrolls; `cmd` is the logo key. */
export const MODIFIERS = ['cmd', 'ctrl', 'alt', 'shift'] as const;
const modifiers = z.array(z.enum(MODIFIERS));

/** A check picture to take after the action: of the same crop, in the same exchange. */
const check = z.object({
  region: rectangle.nullable(),
  format: z.enum(['png', 'jpeg']),
  quality: integer.min(1).max(100),
});

/** Points are pixels of the picture of `region` (or of the whole display). The helper maps them by geometry.ts. */
export const actionInput = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('screenshot'),
    /** Number the controls in view and draw the numbers. */
    marks: z.boolean().optional(),
  }),
  z.object({ action: z.literal('windows') }),
  z.object({ action: z.literal('elements') }),
  z.object({ action: z.literal('inspect'), at: point }),
  /** By the control's own action; the pointer does not move. */
  z.object({ action: z.literal('press'), element: elementTarget }),
  z.object({ action: z.literal('set_value'), element: elementTarget, value: z.string() }),
  z.object({ action: z.literal('mouse_move'), at: point }),
  z.object({ action: z.literal('left_click'), at: point, modifiers }),
  z.object({ action: z.literal('right_click'), at: point, modifiers }),
  z.object({ action: z.literal('double_click'), at: point, modifiers }),
  z.object({ action: z.literal('left_click_drag'), from: point, to: point }),
  z.object({
    action: z.literal('scroll'),
    at: point,
    direction: z.enum(['up', 'down', 'left', 'right']),
    amount: integer.min(1).max(50),
    modifiers,
  }),
  z.object({ action: z.literal('type'), text: z.string().min(1) }),
  z.object({ action: z.literal('paste'), text: z.string().min(1) }),
  z.object({ action: z.literal('key'), chord: z.string().min(1) }),
  z.object({ action: z.literal('wait'), ms: integer.min(1).max(10_000) }),
  z.object({
    action: z.literal('wait_for_change'),
    timeoutMs: integer.min(1).max(25_000),
    pollMs: integer.min(50).max(5_000),
    /** Thumbnail of the view to compare with; absent: a capture at the start. */
    baseline: z.string().optional(),
  }),
]);
export type ActionInput = z.infer<typeof actionInput>;

export const actInput = z.object({
  generation: z.string(),
  authority: integer,
  /** Only for actions that change something or move the pointer; must exceed the last one admitted. */
  seq: integer.optional(),
  deadlineMs: integer.positive(),
  display: integer.min(0),
  region: rectangle.nullable(),
  facts: displayFacts.optional(),
  /**
   * The picture an action rests on, by its `look`. When another window is at its points now, or something else is drawn
   * there, or keys would go to another window, it is refused with `target_changed` and nothing is sent. Not looked at for
   * what `element` names: that is found again by itself.
   */
  look: z.string().optional(),
  action: actionInput,
  /**
   * The control a pointer action is aimed at. Its place and role are read again and its fresh centre is used; gone or of
   * another role is `stale_mark`, nothing sent. `at` is where it was when the picture was taken.
   */
  element: elementTarget.optional(),
  check: check.nullable(),
  /** Draw rulers and, on check pictures, the executed point. */
  annotate: z.boolean(),
  /** Stop a sequence at its next step when the person uses mouse or keyboard meanwhile; then `interrupted`. */
  stopOnHumanInput: z.boolean().optional(),
  /** The person must have been quiet this long when the first input goes out, in ms; else `user_active`. */
  quietMs: integer.positive().optional(),
});
export type ActInput = z.infer<typeof actInput>;

/** A picture as sent: `data` is base64 of the encoded file. Coordinates of the picture are pixels of it. */
export const picture = z.object({
  mime: z.enum(['image/png', 'image/jpeg']),
  data: z.string(),
  width: integer,
  height: integer,
  display: integer,
  facts: displayFacts,
  /** By which `act` names this picture; known to this helper only, and only for its latest pictures. */
  look: z.string().optional(),
  /** Effective region after clamping, in full-picture pixels; null for the whole display. */
  region: rectangle.nullable(),
  scale: z.number(),
  cursor: point.nullable(),
  /** Area-averaged thumbnail for comparisons, base64 of RGB rows; opaque to the app. */
  thumb: z.string(),
  settled: z.boolean().optional(),
  changed: z.boolean().optional(),
  changedBox: rectangle.optional(),
  /** Present when marks were asked for. */
  marks: marksReading.optional(),
});
export type Picture = z.infer<typeof picture>;

/**
 * What got the input: the window under the point, or the one with the focus for keys, and its control where the
 * accessibility tree named it in time. Read right before the input. Text of the screen: data.
 */
export const inputTarget = z.object({
  app: z.string(),
  windowTitle: z.string(),
  role: z.string().optional(),
  name: z.string().optional(),
  /** The control hides what is typed, as password fields do. */
  secure: z.boolean().optional(),
});
export type InputTarget = z.infer<typeof inputTarget>;

/** What really went out. Required on every reply of a mutating action, success or error. */
export const receipt = z.object({
  dispatch: z.enum(['read', 'not_sent', 'sent', 'partial', 'unknown']),
  delivery: z.enum(['confirmed', 'not_delivered', 'unconfirmed', 'n/a']),
  /** Pixels drawn differently between the look before and the check. */
  effect: z.enum(['verified', 'not_observed', 'unknown']),
  /** Why nothing or not everything went out. */
  cause: z.string().optional(),
  typedChars: integer.optional(),
  /** Where the pointer ended, in pixels of the picture acted on. */
  landed: point.optional(),
  target: inputTarget.optional(),
  pasteChord: z.string().optional(),
  consumed: z.boolean().optional(),
  /** How far the control had moved since it was listed, in pixels of the picture acted on; present when by `element`. */
  movedBy: z.number().min(0).optional(),
  /** By events of mouse and keyboard, or by the control's own action. */
  method: z.enum(['input', 'accessibility']).optional(),
  notes: z.array(z.string()).optional(),
  timingsMs: z.object({
    courtesy: z.number().optional(),
    /** Reading the controls to be numbered. */
    controls: z.number().optional(),
    input: z.number(),
    settle: z.number(),
    capture: z.number(),
    encode: z.number(),
  }),
});
export type Receipt = z.infer<typeof receipt>;

export const actOutput = z.object({
  picture: picture.nullable(),
  /** The answer of windows, elements, inspect, press and set_value. */
  reading: readingResult.optional(),
  receipt,
  /** Set when input went out and the check picture could not be taken. */
  checkError: z.object({ code: z.string(), message: z.string() }).optional(),
});
export type ActOutput = z.infer<typeof actOutput>;
