import type { ApprovalEntry } from '../../protocol/conversation/entry.ts';
import type { ToolTraceRow } from '../../protocol/ipc/trace.ts';
import type { DeferralSettings } from '../registry/deferral/settings.ts';
import type { Caller } from '../registry/policy.ts';
import type { Registry } from '../registry/registry.ts';
import type { Conversations } from './conversations-port.ts';
import type { Effort, ModelRequest, ModelRouter } from './model-client.ts';
import type { Clock, Ids, Log } from './ports.ts';
import type { ConversationStore, ImageStore, PictureEncoder } from './store-port.ts';

/** Settings the loop reads, once at the start of each turn. */
export interface AgentSettings {
  agentName: string;
  /** Newest tool pictures sent again with the history; older ones become a line of text. */
  maxRetainedScreenshots: number;
  /** Share of the context window at which old results are digested and conversations summarised, 0..1. */
  digestThreshold: number;
  digestEffort: Effort;
  /** What becomes of the schemas of attached tools. */
  deferral: DeferralSettings;
  /** Whether conversations that have grown long are summarised between turns. */
  compaction: boolean;
}

/** What the generated part of the prompt says about this computer. Must not contain secrets. */
export interface PromptFacts {
  /** For example `Linux (X11)`. */
  platform: string;
  /** The sandbox in words: mode, roots, what to do about a denied path. */
  sandbox: string;
  /** Where relative paths of this caller start. */
  workingDirectory: string;
  timeZone: string;
  /** What skills there are; `isForeign` for one that does not have the owner's trust. */
  skills?: { name: string; description: string; isForeign: boolean }[];
}

/** A file the user attached, as it is now. `text` is null for anything that is not text. */
export interface Attachment {
  path: string;
  name: string;
  bytes: number;
  text: string | null;
  truncated: boolean;
}

/** Reads attached files. Rejects with a RemoteError `attachment_not_found` or `attachment_unreadable`. */
export interface AttachmentReader {
  read(path: string): Promise<Attachment>;
}

/** One row for the trace of tool calls: every call a model made, run or not, exactly once, under the name it used. */
export type ToolTrace = ToolTraceRow;

/** Everything the agent needs from the rest of the host. */
export interface AgentPorts {
  store: ConversationStore;
  images: ImageStore;
  encoder: PictureEncoder;
  attachments: AttachmentReader;
  models: ModelRouter;
  registry: Registry;
  clock: Clock;
  ids: Ids;
  log: Log;
  settings(): AgentSettings;
  /** Read once at the start of a turn. */
  promptFacts(caller: Caller): PromptFacts | Promise<PromptFacts>;
  /**
   * Called by Stop and before a conversation is removed: end what tools hold open for it (a computer session).
   * Each gets two seconds; a rejection is logged.
   */
  stopHooks: ((conversationId: string) => Promise<void>)[];
  /** What is remembered, as background of this caller's turn; null for nothing. Read once at the start of a turn. */
  memory?(caller: Caller): string | null;
  /** A turn is over, however it ended. Must return at once and not throw: whoever waits for the turn is not kept. */
  turnEnded?(caller: Caller): void;
  /** Must not throw. */
  trace?(row: ToolTrace): void;
  /** Where model calls belong in the trace, when not to the conversation and turn they run in: those of a worker. */
  tracedAs?: Omit<NonNullable<ModelRequest['about']>, 'purpose'>;
}

/** Where questions to the owner are shown: the conversation they belong to. */
export interface ApprovalCards {
  /** Stores and announces the card. Throws a RemoteError `unknown_conversation`. */
  show(conversationId: string, entry: ApprovalEntry): void;
  end(conversationId: string, id: string, status: Exclude<ApprovalEntry['status'], 'pending'>): void;
  /** A line of the host in the conversation. */
  tell(conversationId: string, turnId: string, tone: 'info' | 'warn' | 'error', text: string, code?: string): void;
  /** Runs the message of this turn again as a fresh turn of the same caller; false when that turn was stopped or is gone. */
  resume(turnId: string, caller: Caller): boolean;
  /** Conversations that are removed; their questions die with them. */
  onRemoved(listener: (conversationId: string) => void): () => void;
}

/** The service as compose.ts sees it. */
export interface AgentConversations extends Conversations {
  readonly cards: ApprovalCards;
}
