import type { Badge, BadgePort, DisplayFacts } from '../../../desktop.ts';
import type { Rgb } from '../../../picture/rgb.ts';
import type { Connection } from '../connection.ts';
import { BadgeWindow } from './badge-window.ts';
import type { Compositing } from './compositing.ts';

const DOTS_PER_INCH = 96;
const LARGEST_SCALE = 3;

export interface XBadgeParts {
  connection: Connection;
  compositing: Compositing;
  /** The primary display; null when none is active. */
  primary(): DisplayFacts | null;
  draw(badge: Badge, scale: number): Promise<Rgb>;
}

/** The badge of an X11 session. */
export class XBadge implements BadgePort {
  readonly #parts: XBadgeParts;
  readonly #window: BadgeWindow;
  #turn = 0;
  #shown = '';

  constructor(parts: XBadgeParts) {
    this.#parts = parts;
    this.#window = new BadgeWindow(parts.connection, parts.compositing);
  }

  async show(badge: Badge): Promise<boolean> {
    const wanted = JSON.stringify(badge);
    if (this.#window.isShown && wanted === this.#shown) return true;
    this.#turn += 1;
    const turn = this.#turn;
    const picture = await this.#parts.draw(badge, this.#scale());
    const primary = this.#parts.primary();
    if (!primary || turn !== this.#turn) return this.#window.isShown;
    this.#window.show(picture, primary);
    this.#shown = wanted;
    return true;
  }

  get area() {
    return this.#window.area;
  }

  hide(): void {
    this.#turn += 1;
    this.#window.hide();
  }

  stackChanged(): void {
    this.#window.stackChanged();
  }

  displayChanged(): void {
    const primary = this.#parts.primary();
    if (primary) this.#window.place(primary);
  }

  /** How large the desktop draws its text. */
  #scale(): number {
    const { connection } = this.#parts;
    const resources = connection.property(connection.root, connection.atom('RESOURCE_MANAGER'));
    const dots = Number(/^Xft\.dpi:\s*(\d+)/m.exec(resources?.data.toString('latin1') ?? '')?.[1] ?? DOTS_PER_INCH);
    return Math.min(LARGEST_SCALE, Math.max(1, dots / DOTS_PER_INCH));
  }
}
