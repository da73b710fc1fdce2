import type { Usage } from '../conversation/message.ts';
import type { JsonObject } from '../json.ts';

/** Files of a day of traces, one type each. */
export const TRACE_TYPES = ['llm_call', 'tool_exec', 'agent_event', 'channel_msg', 'sandbox_event'] as const;
export type TraceType = (typeof TRACE_TYPES)[number];

interface TraceRowBase {
  /** When it began, ms since 1970. */
  at: number;
  conversationId: string;
  turnId: string;
  /** Set for a worker: its own session, the turn it works for, and its name. */
  session?: string;
  parentSession?: string;
  agentName?: string;
}

/** One request to a model, also one that failed or was stopped. */
export interface ModelTraceRow extends TraceRowBase {
  /** What it was for: the answer itself, a digest of a long result, a summary between turns. */
  purpose: 'answer' | 'digest' | 'summary' | 'other';
  /** `provider/model` as it was asked. */
  model: string;
  outcome: 'ok' | 'failed' | 'stopped';
  /** Kind of the failure; null when it went well. */
  code: string | null;
  durationMs: number;
  /** Until the first word or thought; null when none came. */
  firstMs: number | null;
  /** Times it was tried again on the way. */
  retries: number;
  usage: Usage;
  messages: number;
  tools: number;
  /** Names of the tools it asked for. */
  calls: string[];
  /** New words of the request and the answer; absent when bodies are off. */
  asked?: string;
  answered?: string;
}

/** One call a model made, under the name it used, whether it ran or not. */
export interface ToolTraceRow extends TraceRowBase {
  callId: string;
  name: string;
  ok: boolean;
  code: string | null;
  durationMs: number;
  arguments?: JsonObject;
  result?: string;
}

/** A path that the sandbox denied. */
export interface SandboxTraceRow {
  at: number;
  conversationId: string;
  tool: string;
  code: string;
  path: string;
}

/** A row of one turn's timeline. */
export type TraceStep = ({ type: 'llm_call' } & ModelTraceRow) | ({ type: 'tool_exec' } & ToolTraceRow);

/** What the Trace page shows. */
export interface TurnTrace {
  conversationId: string;
  turnId: string;
  /** Oldest first, at most 2,000. */
  steps: TraceStep[];
  /** There were more. */
  cut: boolean;
  /** Bodies are written at present. */
  keepsContent: boolean;
}
