import type { ActInput } from '../../protocol/helper/act.ts';
import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import { type Interruption, interruption } from './interruption.ts';

const READ_ONLY = new Set(['screenshot', 'windows', 'elements', 'inspect', 'wait', 'wait_for_change']);

/** True for actions that post input, `mouse_move` included. */
export const disturbs = (action: ActInput['action']['action']) => !READ_ONLY.has(action);

/** An admitted action; `signal` is raised with an Interruption as its reason. */
export interface Admitted {
  id: string;
  signal: AbortSignal;
  /** Throws the Interruption when the action may not go on. To be called right before each post. */
  check(): void;
  done(): void;
}

/**
 * Who may act: one action at a time, for this start of the helper, under the newest authority, each number once. A
 * control raises the authority, so what was sent before it is refused after it.
 */
export class Gate {
  readonly generation: string;
  #authority = 1;
  #isPaused = false;
  #highWater = 0;
  #onIdle: () => void = () => undefined;
  #inFlight: { id: string; abort: AbortController; yields: boolean } | null = null;

  constructor(generation: string) {
    this.generation = generation;
  }

  admit(input: ActInput, id: string): Admitted {
    if (input.generation !== this.generation)
      throw new RemoteError('stale_authority', 'This action was meant for another start of the helper.');
    if (this.#isPaused) throw new RemoteError('paused', 'Computer use is paused.');
    if (input.authority !== this.#authority)
      throw new RemoteError('stale_authority', 'A pause, resume or release came after this action was sent.');
    if (this.#inFlight) throw new RemoteError('busy', 'Another action is still running.');
    if (disturbs(input.action.action)) this.#advance(input.seq);
    const abort = new AbortController();
    const inFlight = { id, abort, yields: input.stopOnHumanInput === true };
    this.#inFlight = inFlight;
    const deadline = setTimeout(() => abort.abort(interruption('deadline')), input.deadlineMs);
    return {
      id,
      signal: abort.signal,
      check: () => {
        if (abort.signal.aborted) throw abort.signal.reason as Interruption;
      },
      done: () => {
        clearTimeout(deadline);
        if (this.#inFlight === inFlight) this.#inFlight = null;
        this.#onIdle();
      },
    };
  }

  /** The high-water mark moves on admission alone: a repeated request never posts twice. */
  #advance(seq: number | undefined): void {
    if (seq === undefined) throw new RemoteError('invalid_params', 'This action needs seq.', { field: 'seq' });
    if (seq <= this.#highWater) throw new RemoteError('stale_seq', `The number ${seq} was used before.`);
    this.#highWater = seq;
  }

  /** Installs or lifts the barrier and stops what runs; answers at once, also while an action runs. */
  control(verb: 'pause' | 'resume' | 'release'): { authority: number; inFlightId: string | null } {
    this.#authority += 1;
    const inFlightId = this.#inFlight?.id ?? null;
    if (verb === 'pause') this.#isPaused = true;
    if (verb === 'resume') this.#isPaused = false;
    if (verb !== 'resume') this.interrupt(verb === 'pause' ? 'paused' : 'cancelled');
    return { authority: this.#authority, inFlightId };
  }

  /** Resolves when no action runs. */
  idle(): Promise<void> {
    if (!this.#inFlight) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onIdle = resolve;
    });
  }

  /** The person used mouse or keyboard: an action that was told to yields at its next step. */
  humanInput(): void {
    if (this.#inFlight?.yields) this.interrupt('human');
  }

  /** Stops the running action at its next step. */
  interrupt(reason: Interruption['reason']): void {
    this.#inFlight?.abort.abort(interruption(reason));
  }
}
