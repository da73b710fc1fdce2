import { RemoteError } from '../../../protocol/rpc/remote-error.ts';
import type { DisplayFacts, Point } from '../../desktop.ts';
import { arrangementOf, factsOf, inIndexOrder, measuredScale, type ReportedDisplay } from './display-facts.ts';

interface Measured {
  arrangement: string;
  scale: number;
  fault: RemoteError | null;
}

/**
 * The displays with their measured scale. `measure` is asynchronous, since it takes a picture of each display that is new
 * or changed; `displays` then answers at once.
 */
export class MeasuredDisplays {
  readonly #list: () => ReportedDisplay[];
  readonly #frameSize: (display: ReportedDisplay) => Promise<{ width: number; height: number }>;
  readonly #known = new Map<string, Measured>();

  constructor(
    list: () => ReportedDisplay[],
    frameSize: (display: ReportedDisplay) => Promise<{ width: number; height: number }>,
  ) {
    this.#list = list;
    this.#frameSize = frameSize;
  }

  /** Throws what taking a picture throws; a size that cannot be explained is kept and told by `require`. */
  async measure(): Promise<void> {
    const displays = this.#list();
    for (const id of this.#known.keys()) if (!displays.some((one) => one.id === id)) this.#known.delete(id);
    for (const display of displays) {
      const arrangement = arrangementOf([display]);
      if (this.#known.get(display.id)?.arrangement === arrangement) continue;
      this.#known.set(display.id, { arrangement, ...scaleOf(display, await this.#frameSize(display)) });
    }
  }

  displays(): DisplayFacts[] {
    return inIndexOrder(this.#list()).map((one) => factsOf(one, this.#scale(one)));
  }

  /** The display as it is now, found by its id. Throws when it is gone or its pictures cannot be mapped. */
  require(facts: DisplayFacts): ReportedDisplay {
    const found = this.#list().find((one) => one.id === facts.id);
    if (!found) throw new RemoteError('display_disconnected', `The display ${facts.id} is gone.`);
    this.#refuseFault(found);
    return found;
  }

  /** Throws when the display at a global point has pictures that cannot be mapped: points there mean nothing. */
  requireAt(point: Point): void {
    const found = this.#list().find((one) => contains(one, point));
    if (found) this.#refuseFault(found);
  }

  #refuseFault(display: ReportedDisplay): void {
    const known = this.#known.get(display.id);
    if (known?.fault && known.arrangement === arrangementOf([display])) throw known.fault;
  }

  #scale(display: ReportedDisplay): number {
    const known = this.#known.get(display.id);
    return known?.arrangement === arrangementOf([display]) ? known.scale : display.modeScale;
  }
}

function scaleOf(
  display: ReportedDisplay,
  frame: { width: number; height: number },
): { scale: number; fault: RemoteError | null } {
  try {
    return { scale: measuredScale(display, frame), fault: null };
  } catch (error) {
    if (error instanceof RemoteError) return { scale: display.modeScale, fault: error };
    throw error;
  }
}

function contains({ x, y, width, height }: ReportedDisplay, point: Point): boolean {
  return point.x >= x && point.y >= y && point.x < x + width && point.y < y + height;
}
