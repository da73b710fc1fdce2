import type { ActionReport } from './action-report.ts';
import type {
  ApprovalEntry,
  AssistantEntry,
  DividerEntry,
  Millis,
  NoticeEntry,
  ToolEntry,
  ToolImage,
  TurnPhase,
  UserEntry,
} from './entry.ts';
import type { Outcome, Remedy, Usage } from './message.ts';
import type { WorkerState } from './worker.ts';

/**
 * Everything that can happen in a conversation. Noun first, then verb; every start has one end.
 * The host numbers events per conversation from 1 without holes; a window that misses one asks for a snapshot.
 */
export type ConversationEvent =
  | { type: 'user-add'; entry: UserEntry }
  /** A message that waited was taken back before its turn began. */
  | { type: 'user-remove'; id: string }
  | { type: 'turn-start'; turnId: string; at: Millis }
  | { type: 'turn-phase'; turnId: string; step: number; phase: TurnPhase }
  | { type: 'turn-stopping'; turnId: string }
  | { type: 'assistant-start'; entry: AssistantEntry }
  | { type: 'text-delta'; id: string; text: string }
  | { type: 'reasoning-delta'; id: string; text: string }
  | { type: 'assistant-end'; id: string; text: string; status: AssistantEntry['status'] }
  | { type: 'tool-start'; entry: ToolEntry }
  | { type: 'tool-output'; id: string; text: string }
  /** How the workers of a call stand now; replaces what was said before. */
  | { type: 'tool-workers'; id: string; workers: WorkerState[] }
  | { type: 'tool-waiting'; id: string; waiting: boolean }
  | ToolEndEvent
  | { type: 'approval-start'; entry: ApprovalEntry }
  | { type: 'approval-end'; id: string; status: Exclude<ApprovalEntry['status'], 'pending'> }
  | { type: 'notice-add'; entry: NoticeEntry }
  | { type: 'divider-add'; entry: DividerEntry }
  /** Announced once a model call; a summary of the conversation counts under an empty turn id. */
  | { type: 'usage-add'; turnId: string; usage: Usage }
  | { type: 'compaction-start' }
  | { type: 'compaction-end' }
  | { type: 'title-change'; title: string }
  | { type: 'turn-end'; turnId: string; at: Millis; result: TurnResult };

/** The end of a tool call; carries all that the finished card shows. */
export interface ToolEndEvent {
  type: 'tool-end';
  id: string;
  at: Millis;
  /** Words for what was done, where they say more than those for what was asked. */
  title?: string;
  outcome: Outcome;
  code?: string;
  text: string;
  truncated: boolean;
  images: ToolImage[];
  remedy?: Remedy;
  report?: ActionReport;
  workers?: WorkerState[];
}

/** How a turn ended. */
export type TurnResult = 'completed' | 'failed' | 'stopped';

/** An event with its place in the conversation's sequence. */
export interface NumberedEvent {
  conversationId: string;
  seq: number;
  event: ConversationEvent;
}
