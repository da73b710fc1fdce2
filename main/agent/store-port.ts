import type { ActionReport } from '../../protocol/conversation/action-report.ts';
import type {
  ApprovalEntry,
  AssistantEntry,
  BackgroundState,
  ConversationSummary,
  DividerEntry,
  Millis,
  NoticeEntry,
  ToolImage,
  UserEntry,
} from '../../protocol/conversation/entry.ts';
import type { ImageRef, Outcome, Remedy, ToolCall, Usage } from '../../protocol/conversation/message.ts';
import type { SearchAnswer } from '../../protocol/conversation/search.ts';
import type { WorkerState } from '../../protocol/conversation/worker.ts';
import type { JsonObject } from '../../protocol/json.ts';

/** Everything a conversation keeps, in the order it happened. */
export type StoredMessage = StoredUser | StoredAssistant | StoredTool | StoredNotice | StoredApproval | StoredDivider;

/** The owner in person; the owner's work that nobody attends; somebody else. */
export type UserTrust = 'owner' | 'unattended' | 'guest';

export type StoredUser = UserEntry & {
  clientId: string;
  /** Whose words these are; absent on rows from before it was kept, which count as nobody's. */
  trust?: UserTrust;
  /** Text of attached text files as it was when the message was sent; a file without one travels by its path. */
  fileTexts?: { path: string; text: string; truncated: boolean }[];
};

export type StoredAssistant = AssistantEntry & {
  toolCalls: ToolCall[];
  providerState?: JsonObject;
  usage?: Usage;
  /** Prompt tokens of this call as the provider counted them: the base of the next estimate. */
  promptTokens?: number;
};

/**
 * One tool call. Stored when it starts, before anything runs, and again when it ends: a call found without an end
 * after a crash is never run again; it is ended as `stopped` with code `interrupted`.
 */
export interface StoredTool {
  kind: 'tool';
  id: string;
  turnId: string;
  at: Millis;
  name: string;
  title: string;
  arguments: JsonObject;
  startedAt: Millis;
  end?: {
    at: Millis;
    ok: boolean;
    outcome: Outcome;
    code?: string;
    /** What the tool said, whole; at most 1 MiB. Third-party text is framed only when it is sent. */
    text: string;
    /** The host's own words after the result, for example the warning about a repeated call. */
    note?: string;
    /** Sent in place of `text` since the request would have grown too large. */
    digest?: string;
    images: ToolImage[];
    /** Pictures that went to the model, a part of `images`. */
    imagesForModel: string[];
    external: boolean;
    remedy?: Remedy;
    /** In place of the call's title from then on. */
    title?: string;
    report?: ActionReport;
    /** Of a call that delegates: how each worker ended. */
    workers?: WorkerState[];
    /** Tokens its own model calls used. Counted with the answer that follows. */
    usage?: Usage;
  };
}

export type StoredNotice = NoticeEntry & {
  /** Tokens of an answer that was not kept. */
  usage?: Usage;
};
export type StoredApproval = ApprovalEntry;

export type StoredDivider = DividerEntry & {
  /** The turn from which on everything is sent word for word again; null: what comes after the divider. */
  from: string | null;
  /** Tokens of the summary, and who wrote it. */
  usage?: Usage;
  model?: string;
};

/** What a model is sent of a conversation: everything since the newest divider. */
export interface StoredHistory {
  divider: StoredDivider | null;
  /** Those before the divider first: the turns that it keeps word for word. */
  kept: StoredMessage[];
  since: StoredMessage[];
}

/** Entries in the order they happened. `before` is the place of the first; null when nothing is older. */
export interface StoredPage {
  messages: StoredMessage[];
  before: number | null;
}

/** A task that runs beside the conversations. */
export interface BackgroundTask {
  conversationId: string;
  title: string;
  state: BackgroundState;
  /** The conversation it was started from. */
  parentId: string | null;
  startedAt: Millis;
}

/**
 * Where conversations live. Every method that writes returns only when the row would survive `kill -9`. Methods are
 * synchronous: a row costs well under a millisecond, and a synchronous write cannot interleave.
 * Throws `StoreError` (a `code` and a sentence) when the disk refuses; callers must not acknowledge then.
 */
export interface ConversationStore {
  create(id: string, at: Millis, background?: { parentId: string | null }): void;
  exists(id: string): boolean;
  /** Newest first; `search` matches titles and texts, empty for all. */
  list(search: string): ConversationSummary[];
  rename(id: string, title: string): void;
  remove(id: string): void;
  /** Null for an unknown id. */
  summary(id: string): ConversationSummary | null;
  /** Inserts, or replaces the row with the same kind and id in its place. */
  save(conversationId: string, message: StoredMessage): void;
  /** The same for several rows: all of them are kept or none. */
  saveAll(conversationId: string, messages: readonly StoredMessage[]): void;
  /** Deletes one row; nothing when it is not there. */
  removeMessage(conversationId: string, kind: StoredMessage['kind'], id: string): void;
  load(conversationId: string): StoredMessage[];
  /** The row goes to the end, whatever place it had. */
  move(conversationId: string, message: StoredMessage): void;
  /** At most `limit` rows before a place; the newest for null. */
  page(conversationId: string, before: number | null, limit: number): StoredPage;
  /** The rows of one turn. */
  turn(conversationId: string, turnId: string): StoredMessage[];
  history(conversationId: string): StoredHistory;
  /** Null when there is no such row. */
  find(conversationId: string, kind: StoredMessage['kind'], id: string): StoredMessage | null;
  /** The place of a row, for `page`. */
  place(conversationId: string, kind: StoredMessage['kind'], id: string): number | null;
  /** Sum over all calls of a conversation. */
  usage(conversationId: string): Usage;
  /** Newest first; every word must begin a word of the entry, quoted ones follow each other. */
  search(query: string, before: number | null): SearchAnswer;
  /** Background tasks, newest first. */
  tasks(limit: number): BackgroundTask[];
  setTaskState(conversationId: string, state: BackgroundState): void;
  /** Questions to the owner that were open when the app ended. */
  pendingApprovals(): { conversationId: string; message: StoredApproval }[];
  title(conversationId: string): string;
  /** The user message with this client id, when it was already accepted: sending twice stores once. */
  findByClientId(conversationId: string, clientId: string): StoredUser | null;
  /** Tool calls without an end, of all conversations: left by a crash. */
  unfinishedTools(): { conversationId: string; message: StoredTool }[];
  /** Assistant rows still `streaming` and user rows still `queued`, left by a crash. */
  unfinishedTurns(): { conversationId: string; message: StoredAssistant | StoredUser }[];
}

/** Pictures as files under the home, mode 0600, with a row each; removed after the retention time. */
export interface ImageStore {
  put(picture: {
    data: Uint8Array;
    mime: ImageRef['mime'];
    width: number;
    height: number;
    alt?: string;
  }): Promise<ImageRef>;
  /** Null when the picture is gone. */
  read(id: string): Promise<{ mime: ImageRef['mime']; data: Uint8Array } | null>;
  path(id: string): string | null;
  /** The row of a stored picture; null when there is none. */
  ref(id: string): ImageRef | null;
  /** Deletes files older than the retention rule, and files without a row. */
  sweep(now: Millis): Promise<number>;
}

/** Scales pictures that do not come from the screen; the helper's `encode` operation is behind it. */
export interface PictureEncoder {
  /** Rejects with a RemoteError whose code is `not_an_image`, `image_too_large` or a helper failure. */
  encode(picture: {
    data: Uint8Array;
    maxEdge: number;
    maxBytes: number;
    format: 'png' | 'jpeg' | 'auto';
    signal: AbortSignal;
  }): Promise<{ data: Uint8Array; mime: ImageRef['mime']; width: number; height: number }>;
}
