import type { DisplayFacts } from '../../../desktop.ts';
import type { Rgb } from '../../../picture/rgb.ts';
import type { Connection } from '../connection.ts';
import type { Compositing } from './compositing.ts';
import { BADGE_OWNER, hasCompositor } from './find-badge.ts';
import { drawPicture, setOverrideRedirect } from './paint-window.ts';
import { RootChildren } from './root-children.ts';

const AUTOMATIC = 0;
const MANUAL = 1;
const SHAPE_INPUT = 2;
const PARENT_RELATIVE = 1;
/** From the top edge of the primary display. */
const MARGIN = 6;
/** Two programs that both want to be on top must not fight. */
const RAISE_EVERY_MS = 250;
const SELECTION_CLEAR = 29;

/**
 * A small window on top of everything that lets every click through. It belongs to the helper's connection, so that the
 * server removes it when the helper ends, however that happens. While it is shown, the server keeps the pixels of every
 * window apart (XComposite; what is on the screen stays the same), so that what lies below it can be read.
 */
export class BadgeWindow {
  readonly #connection: Connection;
  readonly #c: Compositing;
  readonly #children: RootChildren;
  #window: number | null = null;
  /** Holds what the bare root shows there; never on the screen. */
  #backdrop: number | null = null;
  #area = { x: 0, y: 0, width: 1, height: 1 };
  #raise: NodeJS.Timeout | null = null;

  constructor(connection: Connection, compositing: Compositing) {
    this.#connection = connection;
    this.#c = compositing;
    this.#children = new RootChildren(connection);
    connection.onEvent((type, event) => {
      if (type === SELECTION_CLEAR && event.readUInt32LE(40) === connection.atom(BADGE_OWNER)) this.hide();
    });
  }

  get isShown(): boolean {
    return this.#window !== null;
  }

  /** Where it is, in root pixels; null while it is not shown. */
  get area(): { x: number; y: number; width: number; height: number } | null {
    return this.#window === null ? null : this.#area;
  }

  /** Shows the picture, or puts it in place of the one that is shown. */
  show(picture: Rgb, display: DisplayFacts): void {
    const isNew = this.#window === null;
    const window = this.#window ?? this.#open();
    this.#area = { ...this.#area, width: picture.width, height: picture.height };
    this.place(display);
    drawPicture(this.#connection, this.#c, window, picture);
    if (isNew) this.#c.XMapWindow(this.#connection.display, window);
    this.#c.XRaiseWindow(this.#connection.display, window);
    this.#connection.sync();
  }

  /** To be called when the displays have changed. */
  place(display: DisplayFacts): void {
    const { width, height } = this.#area;
    const left = Math.max(0, Math.round((display.width - width) / 2));
    this.#area = { x: display.x + left, y: display.y + MARGIN, width, height };
    const { x, y } = this.#area;
    for (const window of [this.#window, this.#backdrop])
      if (window !== null) this.#c.XMoveResizeWindow(this.#connection.display, window, x, y, width, height);
  }

  /** To be called when windows of the root came, went or moved. */
  stackChanged(): void {
    if (this.#window === null || this.#raise) return;
    this.#raise = setTimeout(() => {
      this.#raise = null;
      this.#stayOnTop();
    }, RAISE_EVERY_MS);
    this.#raise.unref();
  }

  hide(): void {
    const { x, display, root } = this.#connection;
    if (this.#raise) clearTimeout(this.#raise);
    this.#raise = null;
    if (this.#window === null) return;
    x.XDestroyWindow(display, this.#window);
    if (this.#backdrop !== null) x.XDestroyWindow(display, this.#backdrop);
    this.#window = null;
    this.#backdrop = null;
    this.#c.XCompositeUnredirectSubwindows(display, root, AUTOMATIC);
    this.#connection.sync();
  }

  /** The windows are kept apart before the badge covers them: nothing below has to be drawn again. */
  #open(): number {
    const { x, display, root } = this.#connection;
    this.#c.XCompositeRedirectSubwindows(display, root, AUTOMATIC);
    this.#backdrop = hasCompositor(this.#connection) ? null : this.#openBackdrop();
    const window = this.#openWindow();
    x.XSetSelectionOwner(display, this.#connection.atom(BADGE_OWNER), window, 0);
    this.#window = window;
    return window;
  }

  #openWindow(): number {
    const { x, display, root } = this.#connection;
    const window = x.XCreateSimpleWindow(display, root, 0, 0, 1, 1, 0, 0, 0);
    setOverrideRedirect(this.#connection, this.#c, window);
    const nothing = this.#c.XFixesCreateRegion(display, null, 0);
    this.#c.XFixesSetWindowShapeRegion(display, window, SHAPE_INPUT, 0, 0, nothing);
    this.#c.XFixesDestroyRegion(display, nothing);
    return window;
  }

  #openBackdrop(): number {
    const { display } = this.#connection;
    const window = this.#openWindow();
    this.#c.XSetWindowBackgroundPixmap(display, window, PARENT_RELATIVE);
    this.#c.XCompositeRedirectWindow(display, window, MANUAL);
    this.#c.XLowerWindow(display, window);
    this.#c.XMapWindow(display, window);
    return window;
  }

  #stayOnTop(): void {
    const badge = this.#window;
    if (badge === null) return;
    this.#children.changed();
    const list = this.#children.list();
    const above = list.slice(list.findIndex((one) => one.id === badge) + 1);
    // A screen locker belongs above everything.
    if (above.length === 0 || above.some((one) => one.overrideRedirect && this.#coversAll(one))) return;
    this.#c.XRaiseWindow(this.#connection.display, badge);
    this.#connection.flush();
  }

  #coversAll({ x, y, width, height }: { x: number; y: number; width: number; height: number }): boolean {
    const whole = this.#children.read(this.#connection.root);
    return whole !== null && x <= 0 && y <= 0 && x + width >= whole.width && y + height >= whole.height;
  }
}
