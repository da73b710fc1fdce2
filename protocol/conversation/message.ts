import type { JsonObject } from '../json.ts';

/**
 * A picture kept by the store as a file. Only the id travels; bytes are fetched by id.
 * `width` and `height` are pixels, `bytes` the size of the encoded file.
 */
export interface ImageRef {
  id: string;
  mime: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
  width: number;
  height: number;
  bytes: number;
  /** What the picture shows, for a screen reader; absent: "image from tool <name>". */
  alt?: string;
}

/** A file the user attached. Text files travel to the model as text, others by their path only. */
export interface FileRef {
  /** Absolute path on this computer. */
  path: string;
  name: string;
  bytes: number;
}

/**
 * How an action ended, as the user sees it. "performed" needs proof; its absence is "unverified". "unknown" is an action
 * that may or may not have happened, since whoever did it was lost meanwhile.
 */
export type Outcome = 'performed' | 'unverified' | 'not_delivered' | 'refused' | 'failed' | 'stopped' | 'unknown';

/** The next step that would mend a refusal; drawn as a button or printed as a command. */
export interface Remedy {
  /** Words on the button, a verb first. */
  label: string;
  /** A place in the window, for example `settings/model`, `settings/computer`, `doctor`. */
  page?: string;
  /** A command the owner can run in a terminal. */
  command?: string;
}

/** A tool call as the model asked for it. */
export interface ToolCall {
  id: string;
  name: string;
  arguments: JsonObject;
  /** Set when the arguments could not be read: the call is answered with an error and runs nothing. */
  malformed?: { code: 'cut_off' | 'invalid_json'; raw: string };
}

/** Tokens of one model call. Absent means the provider did not say. `costUsd` is an estimate from the catalogue. */
export interface Usage {
  inputTokens?: number;
  outputTokens?: number;
  cacheReadTokens?: number;
  cacheWriteTokens?: number;
  reasoningTokens?: number;
  totalTokens?: number;
  costUsd?: number;
}
