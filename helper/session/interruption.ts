/** Why a running action was stopped between two steps. */
export class Interruption extends Error {
  readonly reason: 'paused' | 'cancelled' | 'deadline' | 'human';

  constructor(reason: Interruption['reason']) {
    super(WORDS[reason]);
    this.name = 'Interruption';
    this.reason = reason;
  }
}

const WORDS = {
  paused: 'Computer use was paused.',
  cancelled: 'The action was stopped.',
  deadline: 'The action took longer than its deadline.',
  human: 'The person used the mouse or the keyboard.',
};

export const interruption = (reason: Interruption['reason']) => new Interruption(reason);
