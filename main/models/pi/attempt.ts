import type {
  AssistantMessage,
  AssistantMessageEvent,
  AssistantMessageEventStream,
  Model,
} from '@earendil-works/pi-ai';
import type { ModelErrorKind, ModelEvent, ModelRequest, ModelResponse } from '../../agent/model-client.ts';
import { classifyFailure } from '../errors/classify-failure.ts';
import type { WireFacts } from '../wire/wire-facts.ts';
import { collectCalls, type RawCall } from './collect-calls.ts';
import { readUsage } from './read-usage.ts';
import { toProviderState } from './to-context.ts';

/** How one attempt came out. */
export type Outcome =
  | { ok: true; response: ModelResponse }
  | { ok: false; kind: ModelErrorKind; partialText: string; shown: boolean };

type Delta = Extract<ModelEvent, { type: 'text-delta' | 'reasoning-delta' }>;

/** Reads one answer: yields what is shown at once, returns how it ended. Never throws. */
export async function* readAttempt(
  stream: AssistantMessageEventStream,
  request: ModelRequest,
  model: Model<string>,
  facts: WireFacts,
): AsyncGenerator<Delta, Outcome> {
  const reader = new AnswerReader(request, model, facts);
  const events = stream[Symbol.asyncIterator]();
  const stopped = onAbort(request.signal);
  try {
    for (;;) {
      const next = await Promise.race([events.next(), stopped.promise]);
      if (next === 'aborted') return reader.failed('aborted');
      if (next.done) return reader.failed(classifyFailure(facts) ?? 'protocol');
      const event = next.value;
      if (event.type === 'done') return reader.finish(event.message);
      if (event.type === 'error') return reader.fail(event.error);
      yield* reader.read(event);
    }
  } finally {
    stopped.release();
  }
}

class AnswerReader {
  readonly #request: ModelRequest;
  readonly #model: Model<string>;
  readonly #facts: WireFacts;
  /** Text shown so far, and how much of each block it covers. */
  #text = '';
  readonly #covered = new Map<number, number>();
  #shown = false;
  readonly #calls = new Map<number, RawCall>();

  constructor(request: ModelRequest, model: Model<string>, facts: WireFacts) {
    this.#request = request;
    this.#model = model;
    this.#facts = facts;
  }

  *read(event: Exclude<AssistantMessageEvent, { type: 'done' | 'error' }>): Generator<Delta> {
    switch (event.type) {
      case 'text_delta':
        yield* this.#showText(event.contentIndex, event.delta);
        break;
      case 'text_end':
        yield* this.#showText(event.contentIndex, event.content.slice(this.#covered.get(event.contentIndex) ?? 0));
        break;
      case 'thinking_delta':
        if (event.delta === '') break;
        this.#shown = true;
        yield { type: 'reasoning-delta', text: event.delta };
        break;
      case 'toolcall_delta':
        this.#call(event.contentIndex).text += event.delta;
        break;
      case 'toolcall_end':
        this.#call(event.contentIndex).ended = true;
        break;
      default:
        break;
    }
  }

  *#showText(index: number, delta: string): Generator<Delta> {
    if (delta === '') return;
    const isNewBlock = !this.#covered.has(index);
    this.#covered.set(index, (this.#covered.get(index) ?? 0) + delta.length);
    const gap = isNewBlock && this.#text !== '' && !this.#text.endsWith('\n') ? '\n\n' : '';
    this.#text += gap + delta;
    this.#shown = true;
    yield { type: 'text-delta', text: gap + delta };
  }

  #call(index: number): RawCall {
    const call = this.#calls.get(index) ?? { text: '', ended: false };
    this.#calls.set(index, call);
    return call;
  }

  /** The library found a proper end. With nothing before it, the model chose to say nothing. */
  finish(message: AssistantMessage): Outcome {
    const response = this.#respond(message, message.stopReason === 'length', false);
    return { ok: true, response: message.stopReason === 'length' ? { ...response, truncated: true } : response };
  }

  /** The library gave up: the facts tell why, and whether what came before is worth keeping. */
  fail(message: AssistantMessage): Outcome {
    if (this.#request.signal.aborted) return this.failed('aborted');
    const kind = classifyFailure(this.#facts);
    if (kind !== null && kind !== 'transport_closed') return this.failed(kind);
    const isCut = this.#facts.ended && !this.#facts.terminal;
    const hasSomething = this.#text !== '' || message.content.some((block) => block.type === 'toolCall');
    if (isCut && hasSomething) return { ok: true, response: this.#respond(message, true, true) };
    // `[DONE]` without a reason to stop: sloppy, but an end.
    if (this.#facts.terminal && this.#facts.stopReason === null && hasSomething) {
      return { ok: true, response: this.#respond(message, false, false) };
    }
    return this.failed(kind ?? (isCut ? 'transport_closed' : 'protocol'));
  }

  failed(kind: ModelErrorKind): Outcome {
    return { ok: false, kind, partialText: this.#text, shown: this.#shown };
  }

  #respond(message: AssistantMessage, cutShort: boolean, cut: boolean): ModelResponse {
    const usedIds = new Set(
      this.#request.messages.flatMap((one) => (one.role === 'assistant' ? one.toolCalls.map((call) => call.id) : [])),
    );
    const toolCalls = collectCalls(message, this.#calls, cutShort, usedIds);
    const usage = readUsage(message, this.#model, this.#facts.usage);
    return {
      text: this.#text,
      toolCalls,
      usage,
      model: `${this.#model.provider}/${message.responseModel ?? this.#model.id}`,
      ...(usage.inputTokens === undefined ? {} : { promptTokens: usage.inputTokens }),
      ...(cut
        ? { cut }
        : { providerState: toProviderState({ ...message, stopReason: toolCalls.length > 0 ? 'toolUse' : 'stop' }) }),
    };
  }
}

/** A promise for the abort that leaves no listener behind. */
function onAbort(signal: AbortSignal): { promise: Promise<'aborted'>; release(): void } {
  let listener: (() => void) | undefined;
  const promise = new Promise<'aborted'>((resolve) => {
    listener = () => resolve('aborted');
    if (signal.aborted) listener();
    else signal.addEventListener('abort', listener, { once: true });
  });
  return {
    promise,
    release() {
      if (listener) signal.removeEventListener('abort', listener);
    },
  };
}
