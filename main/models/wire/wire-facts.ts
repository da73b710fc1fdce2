/** The four streaming formats. */
export type WireFormat = 'anthropic-messages' | 'openai-responses' | 'google-generative-ai' | 'openai-completions';

/** What a provider said about a failure, in its own structure. */
export interface Declared {
  /** Stable words such as `overloaded_error` or `insufficient_quota`. */
  type: string;
  code: string;
  /** A status given inside the stream (some gateways do). */
  status: number | null;
  words: string;
  /** How long the provider asks to be left alone, ms. */
  retryAfterMs?: number;
}

/** A failure below the format: no answer, a broken connection, an answer that is none. */
export type WireFailure =
  | 'timeout'
  | 'network'
  | 'connection_unavailable'
  | 'transport_closed'
  | 'protocol'
  | 'public_http';

/**
 * What was seen on the wire during one attempt. Failures are told apart by these facts, never by the text of an
 * exception.
 */
export interface WireFacts {
  status: number | null;
  headers: Headers | null;
  /** Bytes of the body of a successful answer. */
  bytes: number;
  failure: WireFailure | null;
  declared: Declared | null;
  /** The format's own end was seen. */
  terminal: boolean;
  /** The body came to its end, in order or not. */
  ended: boolean;
  stopReason: string | null;
  /** The provider reported usage. */
  usage: boolean;
}

export function newFacts(): WireFacts {
  return {
    status: null,
    headers: null,
    bytes: 0,
    failure: null,
    declared: null,
    terminal: false,
    ended: false,
    stopReason: null,
    usage: false,
  };
}
