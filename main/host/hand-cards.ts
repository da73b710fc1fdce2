import type { ConversationEvent, NumberedEvent } from '../../protocol/conversation/event.ts';
import { HAND_RUN_CONVERSATION } from '../../protocol/conversation/hand-run.ts';
import type { ApprovalCards } from '../agent/agent-ports.ts';

/** The cards of conversations, and those of runs by hand, which the Tools page shows and nothing keeps. */
export interface HandCards extends ApprovalCards {
  onEvent(listener: (event: NumberedEvent) => void): () => void;
}

export function withHandCards(cards: ApprovalCards): HandCards {
  const listeners = new Set<(event: NumberedEvent) => void>();
  let seq = 0;
  const emit = (event: ConversationEvent) => {
    seq += 1;
    for (const listener of [...listeners]) listener({ conversationId: HAND_RUN_CONVERSATION, seq, event });
  };
  const isByHand = (conversationId: string) => conversationId === HAND_RUN_CONVERSATION;
  return {
    show(conversationId, entry) {
      if (isByHand(conversationId)) emit({ type: 'approval-start', entry });
      else cards.show(conversationId, entry);
    },
    end(conversationId, id, status) {
      if (isByHand(conversationId)) emit({ type: 'approval-end', id, status });
      else cards.end(conversationId, id, status);
    },
    tell(conversationId, ...line) {
      // The card itself says what came of the answer; there is no transcript for a line of its own.
      if (!isByHand(conversationId)) cards.tell(conversationId, ...line);
    },
    resume: (turnId, caller) => !isByHand(caller.conversationId) && cards.resume(turnId, caller),
    onRemoved: (listener) => cards.onRemoved(listener),
    onEvent(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
