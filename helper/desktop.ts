import type { ElementRole } from '../protocol/helper/accessibility.ts';
import type { ActInput, DisplayFacts } from '../protocol/helper/act.ts';
import type { Point } from '../protocol/helper/geometry.ts';
import type { Badge, HeldItem, Probe } from '../protocol/helper/operations.ts';

export type { Badge, DisplayFacts, HeldItem, Point, Probe };
export type Modifier = 'cmd' | 'ctrl' | 'alt' | 'shift';
export type Action = ActInput['action'];

/**
 * One grab of a display in device pixels. Each element of `pixels` is one pixel, 0xXXRRGGBB; the top byte is padding and
 * means nothing. The memory may be reused by the next grab.
 */
export interface Frame {
  width: number;
  height: number;
  pixels: Uint32Array;
}

/** A stroke: `keys[0]` is struck while `modifiers` are held. */
export interface Stroke {
  key: HeldItem;
  modifiers: HeldItem[];
}

/** Posts input. Points are global input units; on X11 those are root pixels. Each call throws when it was refused. */
export interface InputPort {
  movePointer(point: Point): void;
  pointer(): Point;
  /** X button numbers: 1 left, 2 middle, 3 right, 4 to 7 wheel up, down, left, right. */
  post(item: HeldItem, down: boolean): void;
  button(number: number): HeldItem;
  modifier(name: Modifier): HeldItem;
  /** The stroke of a named key or of one character; null when this keyboard cannot produce it. */
  keyStroke(key: string): Promise<Stroke | null>;
  /**
   * Strokes for the characters, mapped to spare keys where the layout lacks them; null for a character that cannot be
   * typed. Valid until the next call. `room` says how many different characters off the layout fit into one call.
   */
  textStrokes(characters: readonly string[]): Promise<(Stroke | null)[]>;
  textRoom(): { fits(character: string): boolean; spare: number };
  /** Runs the task with Caps Lock off and puts it back afterwards. */
  withoutCapsLock<T>(task: () => Promise<T>): Promise<T>;
  /** Names of modifiers and buttons that are down and not in `ours`. */
  heldByOthers(ours: readonly HeldItem[]): string[];
  /** Waits until the system has taken everything posted. */
  flush(): void;
}

/** What is on the clipboard, whole; opaque to everyone but the platform. */
export interface ClipboardContent {
  /** Formats that could not be kept. */
  lost: string[];
  /** Bytes of all kept formats. */
  size: number;
}

export interface ClipboardPort {
  /** All formats up to 32 MiB, with `primary` also those of the primary selection. Throws `clipboard_unavailable`. */
  save(primary: boolean): Promise<ClipboardContent>;
  /** Owns the clipboard with this text. `primary`: also the selection that old terminals paste. */
  offer(text: string, primary: boolean): Promise<PasteOffer>;
}

/** Our text on the clipboard. */
export interface PasteOffer {
  /** Counts requests for content from now on. */
  arm(): void;
  /** Milliseconds since the last request for content after `arm`; null before the first. */
  servedSince(): number | null;
  /** Puts the saved content back unless somebody else owns the clipboard meanwhile; says in words what was not done. */
  restore(content: ClipboardContent): Promise<string | null>;
}

/** A window as far as input is concerned. */
export interface WindowOwner {
  /** Process that shows the window; null when it does not say. */
  pid: number | null;
  /** Class names, lower case. */
  classes: string[];
  /** What its title bar says; absent where it cannot be told. */
  title?: string;
}

/** A window of a program as shown to a person. */
export interface DesktopWindow extends WindowOwner {
  /** Of the system; stable while the window lives. */
  id: string;
  /** The program's name as it says. */
  app: string;
  title: string;
  focused: boolean;
  /** What is seen of it on the desktop, without shadows, in global input units; may lie partly outside every display. */
  bounds: GlobalRectangle;
  /** The part that the program draws itself, in global input units. */
  client: GlobalRectangle;
  /** A panel, dock, wallpaper, menu or notification: in front of others, yet never the program a person works with. */
  isShell: boolean;
  /** Says something about what the pointer rests on and goes away by itself. */
  isTooltip?: boolean;
}

/** A rectangle in global input units; `x` and `y` may be negative. */
export interface GlobalRectangle {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** One control as the system's accessibility interface tells it. Words are raw: they are cleaned before they leave. */
export interface AccessibleControl {
  /** Opaque; names the control to this port as long as the helper lives. */
  handle: string;
  /** Id of the window that shows it: of a menu's own window for what is in the menu. */
  window: string;
  role: ElementRole;
  nativeRole: string;
  name: string;
  description: string;
  /** Null for secure fields, always, and where there is none. */
  value: string | null;
  enabled: boolean;
  focused: boolean;
  checked: boolean | null;
  selected: boolean | null;
  actions: ('press' | 'toggle' | 'expand' | 'focus')[];
  settable: boolean;
  bounds: GlobalRectangle;
  /** Names of its ancestors, nearest last. */
  path: string[];
}

/** Everything read of one application. */
export interface AccessibleReading {
  controls: AccessibleControl[];
  /** Which limit ended the walk. */
  truncated: 'nodes' | 'depth' | 'time' | null;
  /** What was done to wake the tree, how long it took, why there is none; a sentence or more for the reader. */
  notes: string[];
}

/** The controls of other programs. Every call is bounded; a program that hangs costs its time limit and no more. */
export interface AccessibilityPort {
  /** Makes ready what programs started from now on need; returns at once. */
  prepare(): void;
  /** The controls of the program that owns this window, those of this window's tree first. Throws `accessibility_unavailable`. */
  read(window: DesktopWindow, signal: AbortSignal): Promise<AccessibleReading>;
  /**
   * The same controls with what `read` leaves out because it costs more: descriptions, values, actions, whether they can
   * be written, names of ancestors. A back end that reads all at once gives back what it got.
   */
  words(controls: readonly AccessibleControl[], signal: AbortSignal): Promise<AccessibleControl[]>;
  /** The smallest control at a global point of this window; null when it tells none. */
  at(window: DesktopWindow, point: Point, signal: AbortSignal): Promise<AccessibleControl | null>;
  /** The control of this window that gets the keys, within about a tenth of a second; null when it is not told in time. */
  focused(window: DesktopWindow, signal: AbortSignal): Promise<AccessibleControl | null>;
  /** The control as it is now; null when it no longer answers or its process is another one. */
  refresh(handle: string, signal: AbortSignal): Promise<AccessibleControl | null>;
  /** Performs the control's own press. Throws `element_action_unsupported`, `accessibility_timeout`, `accessibility_failed`. */
  press(handle: string, signal: AbortSignal): Promise<void>;
  /** Writes a control's value. Throws as `press` does. */
  setValue(handle: string, value: string, signal: AbortSignal): Promise<void>;
  /** Undoes what was switched on in the system for reading. */
  close(): Promise<void>;
}

/** A window that takes clicks, whoever it belongs to: also menus, tooltips and a window manager's frames. */
export interface StackedWindow {
  /** Of the system; stable while the window lives. Not the id of a `DesktopWindow`, which may lie inside this one. */
  id: string;
  /** In global input units. */
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface WindowsPort {
  /** All windows a person can see or could bring up on this workspace, front-most first, shell windows included. */
  list(): DesktopWindow[];
  /** The topmost window at a global point; null on the bare desktop. */
  at(point: Point): WindowOwner | null;
  /** The window that gets keys; null when none does. */
  focused(): WindowOwner | null;
  /** Every window that takes clicks, front to back. Absent where the system does not say. */
  layout?(): StackedWindow[];
  /** Which window of `layout` gets keys; null when none does. */
  focusedWindow?(): string | null;
}

/** Wakes when something is drawn on a display. */
export interface ChangeWatch {
  /**
   * Resolves with true at the next drawing, at once when something was drawn since the last call; with false after `ms`
   * without any. A platform that cannot tell resolves with true after `ms` or sooner.
   */
  next(ms: number, signal: AbortSignal): Promise<boolean>;
  close(): void;
}

/** The sign on the screen that the agent uses this computer. It is in no picture and catches no click. */
export interface BadgePort {
  /** False when it could not be shown. */
  show(badge: Badge): Promise<boolean>;
  hide(): void;
}

export interface DesktopEvents {
  /** Input that this helper did not post; `at` is ms since 1970. */
  humanInput(at: number): void;
  displayChanged(): void;
}

/** The screen, keyboard, pointer and clipboard of one session. Everything outside platform/ works on this alone. */
export interface Desktop {
  readonly displayServer: Probe['displayServer'];
  /** In index order: the primary one first. */
  displays(): DisplayFacts[];
  /**
   * Waits, without holding up the event loop, until the system answers. Throws `capture_stalled` after 5 s, and then the
   * process must end. To be called before anything else of an operation.
   */
  responsive(): Promise<void>;
  /** Throws `capture_stalled` after 5 s, and then the process must end. */
  grab(display: DisplayFacts): Promise<Frame>;
  readonly input: InputPort;
  readonly clipboard: ClipboardPort;
  readonly windows: WindowsPort;
  /** Null where this system or session has no accessibility service. */
  readonly accessibility: AccessibilityPort | null;
  /** Null where this back end draws none. */
  readonly badge: BadgePort | null;
  watchChanges(display: DisplayFacts): ChangeWatch;
  /** Announces input of the person that the system has taken already, so that the next step can still be held back. */
  hearPerson(): void;
  idle(): { idleMs: number | null; attributed: boolean };
  isLocked(): Promise<boolean | null>;
  probe(): Promise<Probe>;
  requestPermissions(): Promise<Probe>;
  /** Gives the clipboard on, undoes key mappings, ends connections. */
  close(): Promise<void>;
}

/** Opens the desktop of this session. Throws a RemoteError whose code says why there is none to drive. */
export type OpenDesktop = (events: DesktopEvents) => Promise<Desktop>;
