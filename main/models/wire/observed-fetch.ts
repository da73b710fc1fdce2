import type { JsonObject } from '../../../protocol/json.ts';
import { toDeclared } from './read-event.ts';
import { createSseObserver } from './sse-observer.ts';
import type { WireFacts, WireFailure, WireFormat } from './wire-facts.ts';

/** Longest body of a failed answer that is read. */
const LONGEST_ERROR_BODY = 64 * 1024;

export interface Deadlines {
  /** Until the head of an answer; a local server may load a model first. */
  firstByteMs: number;
  /** Between two pieces of the body. */
  idleMs: number;
}

export interface ObservedFetchOptions {
  fetch: typeof globalThis.fetch;
  format: WireFormat;
  facts: WireFacts;
  deadlines: Deadlines;
  /** False removes the Authorization header that client libraries insist on. */
  hasKey: boolean;
}

/** A fetch for one attempt that keeps the deadlines and writes down what it sees. */
export function createObservedFetch(options: ObservedFetchOptions): typeof globalThis.fetch {
  const { facts } = options;
  return async (input, init) => {
    const response = await request(options, input, init ?? {});
    facts.status = response.status;
    facts.headers = response.headers;
    if (!response.ok) return await readFailure(response, facts, options.deadlines.idleMs);
    const type = response.headers.get('content-type') ?? 'text/event-stream';
    if (!response.body || !type.toLowerCase().startsWith('text/event-stream')) {
      await response.body?.cancel();
      throw fail(facts, 'protocol');
    }
    return new Response(observeBody(response.body, options), { status: response.status, headers: response.headers });
  };
}

async function request(options: ObservedFetchOptions, input: string | URL | Request, init: RequestInit) {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), options.deadlines.firstByteMs);
  const signals = init.signal ? [init.signal, deadline.signal] : [deadline.signal];
  // The deadline ends with the head of the answer, the caller's signal holds on: the body dies with it.
  try {
    const headers = cleanHeaders(init.headers, options.hasKey);
    return await options.fetch(input, { ...init, headers, signal: AbortSignal.any(signals) });
  } catch (error) {
    fail(options.facts, deadline.signal.aborted ? 'timeout' : failureOf(error));
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Taken from the environment by client libraries, or about browsers: nothing a server at any address should get. */
const UNWANTED = [
  'openai-organization',
  'openai-project',
  'anthropic-dangerous-direct-browser-access',
  'x-goog-api-client',
];

/** Client libraries also describe the computer in `x-stainless-…`; no provider needs to know. */
function cleanHeaders(source: RequestInit['headers'], hasKey: boolean): Headers {
  const headers = new Headers(source);
  for (const name of [...headers.keys()]) {
    if (name.startsWith('x-stainless-') || UNWANTED.includes(name)) headers.delete(name);
  }
  if (!hasKey) for (const name of ['authorization', 'x-goog-api-key']) headers.delete(name);
  return headers;
}

const FAILURES: Record<string, WireFailure> = {
  ERR_PUBLIC_HTTP: 'public_http',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  EAI_AGAIN: 'connection_unavailable',
  ENETUNREACH: 'connection_unavailable',
  ENETDOWN: 'connection_unavailable',
  EADDRNOTAVAIL: 'connection_unavailable',
  EMFILE: 'connection_unavailable',
  UND_ERR_SOCKET: 'transport_closed',
  ECONNRESET: 'transport_closed',
  EPIPE: 'transport_closed',
};

/** By the codes of the error and its causes; several addresses tried at once come as a list. */
function failureOf(error: unknown): WireFailure {
  const pending: unknown[] = [error];
  for (let index = 0; index < pending.length && index < 20; index += 1) {
    const one = pending[index];
    if (typeof one !== 'object' || one === null) continue;
    const known = 'code' in one && typeof one.code === 'string' ? FAILURES[one.code] : undefined;
    if (known) return known;
    if ('cause' in one) pending.push(one.cause);
    if (one instanceof AggregateError) pending.push(...one.errors);
  }
  return 'network';
}

function fail(facts: WireFacts, failure: WireFailure): Error {
  facts.failure ??= failure;
  return new Error(failure);
}

/** Keeps what the provider says about the failure, within bounds, and hands the same answer on. */
async function readFailure(response: Response, facts: WireFacts, idleMs: number): Promise<Response> {
  let text = '';
  if (response.body) {
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    for (let size = 0; size < LONGEST_ERROR_BODY; ) {
      const piece = await withDeadline(reader.read(), idleMs).catch(() => null);
      if (!piece?.value) break;
      size += piece.value.byteLength;
      text += decoder.decode(piece.value, { stream: true });
    }
    await reader.cancel().catch(() => undefined);
  }
  facts.declared = readErrorBody(text);
  const status = Math.max(response.status, 400);
  return new Response(text, { status, headers: { 'content-type': 'application/json', 'x-should-retry': 'false' } });
}

function readErrorBody(text: string) {
  try {
    const parsed: unknown = JSON.parse(text);
    // Google wraps the error of a stream in a list.
    const body = (Array.isArray(parsed) ? parsed[0] : parsed) as JsonObject;
    if (typeof body['error'] === 'string') return toDeclared({ code: body['code'] ?? '', message: body['error'] });
    return toDeclared(body['error'] ?? body['detail'] ?? body['message'] ?? body);
  } catch {
    return toDeclared('');
  }
}

function observeBody(body: ReadableStream<Uint8Array>, options: ObservedFetchOptions): ReadableStream<Uint8Array> {
  const { facts, deadlines } = options;
  const reader = body.getReader();
  const observer = createSseObserver(options.format, facts);
  const broken = (controller: ReadableStreamDefaultController, failure: WireFailure) => {
    controller.error(fail(facts, failure));
    reader.cancel().catch(() => undefined);
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await withDeadline(reader.read(), deadlines.idleMs).catch((error: unknown) => error);
        if (piece === LATE) return broken(controller, 'timeout');
        if (piece instanceof Error || typeof piece !== 'object' || piece === null || !('done' in piece)) {
          facts.ended = true;
          return controller.error(piece);
        }
        const { done, value } = piece as Awaited<ReturnType<typeof reader.read>>;
        if (done) {
          facts.ended = true;
          return controller.close();
        }
        facts.bytes += value.byteLength;
        if (!observer.push(value)) return broken(controller, 'protocol');
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

const LATE = Symbol('late');

async function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(LATE), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
