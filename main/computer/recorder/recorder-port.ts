import type { ActionReport } from '../../../protocol/conversation/action-report.ts';
import type { ToolResult } from '../../registry/capability.ts';
import type { ComputerInput } from '../input.ts';

/** Whose session a step belongs to. */
export interface RecordedCall {
  session: string;
  conversationId: string;
  turnId: string;
  callId: string;
}

/** A result that says what was done. */
export type ReportedResult = ToolResult & { title: string; report: ActionReport };

/**
 * Keeps every session of computer use to be looked at later. All of it happens behind the actions: no call waits, none
 * throws, and what cannot be kept is logged and left out.
 */
export interface Recorder {
  /** False when the owner keeps no recordings. Asked at the first step of a session. */
  keeps(session: string): boolean;
  /** An action begins. The function it answers takes its result. */
  begin(call: RecordedCall, input: ComputerInput, words: string): (result: ReportedResult) => void;
  moment(session: string, kind: 'pause' | 'resume'): void;
  /** The session is over; a result that comes afterwards is still kept. */
  end(session: string, reason: string): void;
  /** After something of a recording was kept. Returns the function that stops listening. */
  onChange(listener: (session: string) => void): () => void;
  /** Resolves when everything so far is kept. */
  idle(): Promise<void>;
}

/** Keeps nothing. */
export const noRecorder: Recorder = {
  keeps: () => false,
  begin: () => () => undefined,
  moment: () => undefined,
  end: () => undefined,
  onChange: () => () => undefined,
  idle: async () => undefined,
};
