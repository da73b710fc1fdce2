/** A tool call the scripted model makes. A string is sent as the argument text exactly as it is. */
export interface ScriptedCall {
  name: string;
  arguments: Record<string, unknown> | string;
  id?: string;
  /** Chat Completions only: the index it says instead of its place. */
  index?: number;
  /** Chat Completions only: name and arguments come in one piece. */
  whole?: true;
}

/** One answer of the scripted model; everything that is absent is ordinary. */
export interface Turn {
  reasoning?: string;
  /** A list is streamed piece by piece. */
  text?: string | string[];
  toolCalls?: ScriptedCall[];
  /** Default `end`, or the format's word for tool calls. */
  stop?: 'end' | 'length' | 'refusal';
  usage?: { input: number; output: number; cacheRead?: number; cacheWrite?: number; reasoning?: number } | null;
  /** An HTTP failure instead of a stream. */
  error?: { status: number; body?: unknown; headers?: Record<string, string> };
  /** A failure declared inside the stream, after text and calls. */
  declaredError?: { type: string; message: string };
  /** The connection is dropped: before an answer, after the head, or before the declared end. */
  cut?: 'connection' | 'head' | 'end';
  /** The body ends in order, but without the format's own end. */
  unfinished?: boolean;
  /** Nothing more is sent, and the connection stays open. */
  hang?: 'head' | 'body';
  /** The body arrives one byte at a time. */
  slowBytes?: boolean;
  contentType?: string;
  /** An event that is no JSON comes before the end. */
  malformed?: boolean;
}

export type ScriptedFormat = 'anthropic' | 'openai-responses' | 'chat-completions' | 'google';
