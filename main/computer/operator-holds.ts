/**
 * The owner's Stop counts for the rest of the turn it was pressed in: the model must not simply start another session.
 * A call from a later turn follows a new message of the owner and lifts it.
 */
export interface OperatorHolds {
  hold(conversationId: string): void;
  isHeld(conversationId: string, turnId: string): boolean;
  /** An allowed call of this turn. True when it is the first one of a new turn. */
  enter(conversationId: string, turnId: string): boolean;
  forget(conversationId: string): void;
}

export function createOperatorHolds(): OperatorHolds {
  const turns = new Map<string, { turnId: string; held: boolean }>();
  return {
    hold(conversationId) {
      const turn = turns.get(conversationId);
      if (turn) turn.held = true;
    },
    isHeld(conversationId, turnId) {
      const turn = turns.get(conversationId);
      return turn?.turnId === turnId && turn.held;
    },
    enter(conversationId, turnId) {
      if (turns.get(conversationId)?.turnId === turnId) return false;
      turns.set(conversationId, { turnId, held: false });
      return true;
    },
    forget: (conversationId) => void turns.delete(conversationId),
  };
}
