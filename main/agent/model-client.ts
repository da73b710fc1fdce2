import type { ImageRef, ToolCall, Usage } from '../../protocol/conversation/message.ts';
import type { ModelTraceRow } from '../../protocol/ipc/trace.ts';
import type { JsonObject } from '../../protocol/json.ts';

/** A picture as it is sent: already scaled to the model's limits. `data` is base64. */
export interface ModelImage {
  mime: ImageRef['mime'];
  data: string;
  /** Pixels, as the tool result or the user's message gave them. */
  width: number;
  height: number;
}

/** Messages in the order they are sent. A tool message answers one call of the assistant message before it. */
export type ModelMessage =
  /** `typed` is what the person wrote, without attachments and notes of the host; for direct mode. */
  | { role: 'user'; text: string; typed?: string; images: ModelImage[] }
  | { role: 'assistant'; text: string; toolCalls: ToolCall[]; providerState?: JsonObject; model: string }
  /** `code` and `raw` are the result's code and its text before notes for a model; for direct mode. */
  | {
      role: 'tool';
      callId: string;
      name: string;
      ok: boolean;
      text: string;
      code?: string;
      raw?: string;
      images: ModelImage[];
    };

export interface ModelTool {
  name: string;
  description: string;
  inputSchema: JsonObject;
}

export type Effort = 'none' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';

export interface ModelRequest {
  /** System text; stable part first so that a cached prefix survives. */
  system: string[];
  messages: ModelMessage[];
  tools: ModelTool[];
  effort?: Effort;
  /** A digest or a summary: it stays on the route of its run, and its failure never moves the run to another. */
  helping?: true;
  /** False for runs that wait by themselves (scheduled ones): the first call is not tried again on the same route. */
  retries?: false;
  signal: AbortSignal;
  /** Where the call belongs, for its trace; never sent. */
  about?: Pick<ModelTraceRow, 'purpose' | 'conversationId' | 'turnId' | 'session' | 'parentSession' | 'agentName'>;
}

/** What a call streams. The last one is `end` or `error`; nothing follows it. */
export type ModelEvent =
  | { type: 'text-delta'; text: string }
  | { type: 'reasoning-delta'; text: string }
  /** `reason` is a whole sentence for the user: what happened, without advice. */
  | { type: 'retry'; attempt: number; delayMs: number; reason: string }
  /**
   * The run moves to another route, by model ids; `label` is how people know the new one. `reason` is a whole
   * sentence about what happened to the first.
   */
  | { type: 'failover'; from: string; to: string; label: string; reason: string }
  | { type: 'end'; response: ModelResponse }
  | { type: 'error'; error: ModelError; partialText: string };

export interface ModelResponse {
  text: string;
  toolCalls: ToolCall[];
  usage: Usage;
  /** Prompt tokens as the provider counted them; drives compaction. */
  promptTokens?: number;
  model: string;
  /** What the provider wants back with the next request (signatures, encrypted reasoning). */
  providerState?: JsonObject;
  /** Text came but the stream was cut without a declared end; the text is kept and the user is told. */
  cut?: boolean;
  /** The answer ended in order, but at the length limit: there would have been more. */
  truncated?: boolean;
}

/** Kinds of agent-core section 10.2, plus those of our own. Decisions use kinds, never message text. */
export type ModelErrorKind =
  | 'auth'
  | 'rate_limit'
  | 'quota'
  | 'timeout'
  | 'provider_unavailable'
  | 'invalid_request'
  | 'content_filter'
  | 'not_implemented'
  | 'transport_closed'
  | 'network'
  | 'connection_unavailable'
  | 'context_length_exceeded'
  | 'image_unsupported'
  | 'protocol'
  | 'aborted'
  | 'secret_needs_app'
  | 'no_model'
  | 'all_routes_failed';

export interface ModelError {
  kind: ModelErrorKind;
  provider: string;
  /** HTTP status where there was one. */
  status?: number;
  /** `before_response` only when no byte was seen. */
  stage: 'before_response' | 'streaming';
  /** One sentence for the user; see agent-core 10.6. */
  message: string;
  /** What happened alone, a whole sentence, for kinds that are tried again here or elsewhere; `message` adds what to do. */
  summary?: string;
  /** The provider's own words, redacted and cut to 500 characters. */
  providerWords?: string;
  /** When a limit resets, ms since 1970. */
  resetsAt?: number;
  /** Of `all_routes_failed`: every route in the order it was tried, and why it failed. */
  tried?: { model: string; kind: ModelErrorKind }[];
}

/** What is known of a model. */
export interface ModelInfo {
  /** `provider/model`, for example `anthropic/claude-…`, or `direct`. */
  id: string;
  provider: string;
  label: string;
  contextWindow: number;
  maxImageEdge: number;
  vision: boolean;
  efforts: Effort[];
  /** Its calls were written out by the owner (direct mode): repeated ones are meant and never cut short. */
  scripted?: true;
}

/**
 * The port every provider implements. `stream` must not throw and must not end without `end` or `error`; an aborted
 * signal ends it with an `aborted` error within 100 ms. It retries by itself as agent-core 10.3 says, announcing each.
 */
export interface ModelClient {
  /** Of the route that is used now: read it anew for each call, since a failover changes it. */
  readonly info: ModelInfo;
  stream(request: ModelRequest): AsyncIterable<ModelEvent>;
}

/** A model to call, or the reason why there is none now. */
export type RouteChoice = { ok: true; client: ModelClient; effort?: Effort } | { ok: false; error: ModelError };

/** Runs that may have a model of their own in `[fermix_core.routing]`. */
export type RunPurpose = 'subagent' | 'cron' | 'meeting';

/** What a single run asks for; it stands above the settings. */
export interface RouteWish {
  provider?: string;
  model?: string;
  effort?: Effort;
}

/**
 * Who answers. A client belongs to one run: it moves to the next route while its first call has shown nothing, and stays
 * on the route that answered.
 */
export interface ModelRouter {
  /** The model the owner chose, or direct mode. A choice that cannot work now is an error with its reason. */
  current(): Promise<RouteChoice>;
  /**
   * The same for a run with an overlay; what the overlay leaves open comes from the main model. A provider paired with
   * a model the catalogue knows under another one is refused with `invalid_request`. Absent where there is one model.
   */
  route?(purpose: RunPurpose, wish?: RouteWish): Promise<RouteChoice>;
  /** The further routes in the order they are tried when the current one fails; absent when there are none. */
  fallbacks?(): Promise<readonly ModelClient[]>;
}
