import type { Caller } from '../registry/policy.ts';
import type { MemoryIdentity, MemoryScope } from '../store/memory-port.ts';

/** What a caller may ask for. */
export const RECALL_SCOPES = ['current', 'owner', 'all'] as const;
export type RecallScope = (typeof RECALL_SCOPES)[number];

/** Doors of this computer: a conversation is the same one through each of them. */
const LOCAL_CHANNELS = new Set(['window', 'cli']);

/** The one form of a thread: absent or root is `root`, a number its decimal text. */
export function threadScope(thread: string | number | null | undefined): string {
  const text = String(thread ?? '').trim();
  return text === '' || text === 'root' ? 'root' : text;
}

/** A conversation as memory addresses it. */
export interface Selector {
  channel: string;
  chatId: string;
  thread: string;
}

export function selectorOf(caller: Pick<Caller, 'channel' | 'conversationId'>): Selector {
  const channel = LOCAL_CHANNELS.has(caller.channel) ? 'local' : caller.channel;
  return { channel, chatId: caller.conversationId, thread: threadScope(null) };
}

export function conversationScope({ channel, chatId, thread }: Selector): MemoryScope {
  return { scopeType: 'conversation', scopeId: `${channel}:${chatId}:${threadScope(thread)}` };
}

/** Where this caller's own rows are: its job's, or those of the conversation at hand. */
export function homeScope(caller: Caller): MemoryScope {
  if (!caller.scheduled) return conversationScope(selectorOf(caller));
  return { scopeType: 'job', scopeId: `job:${caller.jobId ?? caller.conversationId}` };
}

/** What a caller gets of what it asked for. `null` scopes and conversation: everything. */
export interface Reach {
  /** In words, for the result. */
  words: string;
  scopes: MemoryScope[] | null;
  conversationId: string | null;
  narrowed: boolean;
}

/**
 * A scope is a request, not a right: a scheduled run reads its own job's rows and a guest the conversation at hand,
 * whatever they ask for. The same goes for the history.
 */
export function narrow(caller: Caller, asked: RecallScope, { ownerId, agentId }: MemoryIdentity): Reach {
  const { conversationId } = caller;
  const home = [homeScope(caller)];
  const narrowed = asked !== 'current';
  if (caller.scheduled) return { words: 'this job', scopes: home, conversationId, narrowed };
  if (caller.trust !== 'operator') return { words: 'this conversation', scopes: home, conversationId, narrowed };
  if (asked === 'current') return { words: 'this conversation', scopes: home, conversationId, narrowed: false };
  if (asked === 'all') return { words: 'everything', scopes: null, conversationId: null, narrowed: false };
  const scopes: MemoryScope[] = [
    { scopeType: 'owner', scopeId: ownerId },
    { scopeType: 'agent', scopeId: agentId },
  ];
  return { words: 'what is known of the owner', scopes, conversationId: null, narrowed: false };
}
