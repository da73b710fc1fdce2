import type { ConversationEvent, NumberedEvent } from '../../protocol/conversation/event.ts';
import type { Conversations } from '../agent/conversations-port.ts';

/** The events of one turn, out of a conversation that others may use at the same time. */
export interface FollowedTurn {
  /** Says which turn it is; what came of it before is told now. */
  is(turnId: string): void;
  end(): void;
}

/** Begins to listen before the turn exists, so that none of its events is missed. */
export function followTurn(
  conversations: Pick<Conversations, 'onEvent'>,
  conversationId: string,
  tell: (event: NumberedEvent) => void,
): FollowedTurn {
  const turnOf = new Map<string, string>();
  /** Turns that began while it is not known which is ours: only these can be. */
  const early = new Map<string, NumberedEvent[]>();
  let ours: string | null = null;

  const end = conversations.onEvent((numbered) => {
    if (numbered.conversationId !== conversationId) return;
    const { event } = numbered;
    const turnId = turnOfEvent(event, turnOf);
    if (turnId === undefined) return;
    if (turnId === ours) return tell(numbered);
    if (ours !== null) return;
    if (event.type === 'user-add' && !early.has(turnId)) early.set(turnId, []);
    early.get(turnId)?.push(numbered);
  });
  return {
    is(turnId) {
      ours = turnId;
      for (const numbered of early.get(turnId) ?? []) tell(numbered);
      early.clear();
    },
    end,
  };
}

/** The turn of an event: its own word, or that of the entry it is about, which is noted in `turnOf`. */
function turnOfEvent(event: ConversationEvent, turnOf: Map<string, string>): string | undefined {
  if ('entry' in event) {
    const { id, turnId } = event.entry;
    if (turnId !== undefined) turnOf.set(id, turnId);
    return turnId;
  }
  if ('turnId' in event) return event.turnId;
  return 'id' in event ? turnOf.get(event.id) : undefined;
}
