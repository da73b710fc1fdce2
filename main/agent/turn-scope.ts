import type { Entry, NoticeEntry } from '../../protocol/conversation/entry.ts';
import type { ConversationEvent } from '../../protocol/conversation/event.ts';
import type { Remedy, Usage } from '../../protocol/conversation/message.ts';
import type { Caller } from '../registry/policy.ts';
import type { AgentPorts } from './agent-ports.ts';
import type { LiveConversations } from './live-conversations.ts';
import type { StoredMessage } from './store-port.ts';

/** A line of the host about a turn. */
export interface NoticeInput {
  tone: NoticeEntry['tone'];
  code: string;
  text: string;
  remedy?: Remedy;
  /** The same id replaces the earlier line. */
  id?: string;
  /** The slash command it answers. */
  command?: string;
  /** Tokens of an answer that was not kept. */
  usage?: Usage;
}

/** What the parts of one turn share: who asked, the signal that ends it, and where it is written down. */
export interface TurnScope {
  readonly conversationId: string;
  readonly turnId: string;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  emit(event: ConversationEvent): void;
  /** What the window shows of this turn. */
  entries(): Entry[];
  /** All rows or none; throws when the disk refuses. */
  save(...messages: StoredMessage[]): void;
  /** Stores a row at the end, whatever place it had. */
  move(message: StoredMessage): void;
  /** Stored when the disk allows, shown in any case. */
  notice(input: NoticeInput): void;
}

export function createTurnScope(
  ports: Pick<AgentPorts, 'clock' | 'ids' | 'log'>,
  live: LiveConversations,
  turn: { conversationId: string; turnId: string; caller: Caller; signal: AbortSignal },
): TurnScope {
  const { conversationId, turnId } = turn;
  return {
    ...turn,
    emit: (event) => live.emit(conversationId, event),
    entries: () => (live.state(conversationId)?.entries ?? []).filter((entry) => entry.turnId === turnId),
    save: (...messages) => live.save(conversationId, ...messages),
    move: (message) => live.move(conversationId, message),
    notice: (input) => addNotice(ports, live, conversationId, turnId, input),
  };
}

/** Adds a line of the host to a conversation; with an empty turn id, to no turn. */
export function addNotice(
  ports: Pick<AgentPorts, 'clock' | 'ids' | 'log'>,
  live: LiveConversations,
  conversationId: string,
  turnId: string,
  { tone, code, text, remedy, id, command, usage }: NoticeInput,
): NoticeEntry {
  const entry: NoticeEntry = {
    kind: 'notice',
    id: id ?? ports.ids.next('note'),
    ...(turnId === '' ? {} : { turnId }),
    at: ports.clock.now(),
    tone,
    code,
    text,
    ...(remedy === undefined ? {} : { remedy }),
    ...(command === undefined ? {} : { command }),
  };
  try {
    live.save(conversationId, usage === undefined ? entry : { ...entry, usage });
  } catch (error) {
    ports.log.error('notice_not_stored', { code, error: String(error) });
  }
  live.emit(conversationId, { type: 'notice-add', entry });
  return entry;
}
