import type { Ref } from '../core-foundation.ts';
import { AX_ERROR, type AxClient } from './ax-client.ts';

const MANUAL = 'AXManualAccessibility';
const ENHANCED = 'AXEnhancedUserInterface';

/**
 * Wakes programs that build their tree only when they are asked for it. The second attribute changes layouts, so it is
 * tried only when the program says that it does not know the first. What was switched on is switched off at the end.
 */
export class Activation {
  readonly #client: AxClient;
  readonly #woken: { application: Ref; attribute: string }[] = [];

  constructor(client: AxClient) {
    this.#client = client;
  }

  /** Words for what was done. */
  async wake(application: Ref): Promise<string> {
    const first = await this.#switchOn(application, MANUAL);
    if (first === 0) return `${MANUAL} was switched on.`;
    const isUnknown = first === AX_ERROR.attributeUnsupported || first === AX_ERROR.notImplemented;
    if (!isUnknown) return `The program refused ${MANUAL}.`;
    const second = await this.#switchOn(application, ENHANCED);
    return second === 0 ? `${ENHANCED} was switched on.` : 'The program has no switch for its tree.';
  }

  async undo(): Promise<void> {
    for (const { application, attribute } of this.#woken.splice(0)) {
      await this.#client.set(application, attribute, this.#client.boolean(false)).catch(() => undefined);
      this.#client.release(application);
    }
  }

  async #switchOn(application: Ref, attribute: string): Promise<number> {
    const result = await this.#client.set(application, attribute, this.#client.boolean(true));
    if (result === 0) this.#woken.push({ application: this.#client.keep(application), attribute });
    return result;
  }
}
