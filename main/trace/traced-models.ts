import type { ModelTraceRow } from '../../protocol/ipc/trace.ts';
import type {
  ModelClient,
  ModelEvent,
  ModelMessage,
  ModelRequest,
  ModelRouter,
  RouteChoice,
} from '../agent/model-client.ts';
import type { Clock } from '../agent/ports.ts';

interface Tracing {
  clock: Clock;
  write(row: ModelTraceRow): void;
}

/** The same router; every call to a model leaves one row, however it ends. */
export function traceModels(router: ModelRouter, tracing: Tracing): ModelRouter {
  const { fallbacks, route } = router;
  const traced = (choice: RouteChoice): RouteChoice =>
    choice.ok ? { ...choice, client: traceClient(choice.client, tracing) } : choice;
  return {
    ...router,
    current: async () => traced(await router.current()),
    ...(route ? { route: async (...wish) => traced(await route.apply(router, wish)) } : {}),
    ...(fallbacks
      ? { fallbacks: async () => (await fallbacks.call(router)).map((client) => traceClient(client, tracing)) }
      : {}),
  };
}

/** The same client, with a row for each call. */
export function traceClient(client: ModelClient, tracing: Tracing): ModelClient {
  return {
    get info() {
      return client.info;
    },
    stream: (request) => traced(client, request, tracing),
  };
}

async function* traced(
  client: ModelClient,
  request: ModelRequest,
  { clock, write }: Tracing,
): AsyncGenerator<ModelEvent> {
  const at = clock.now();
  const about = request.about ?? { purpose: 'other' as const, conversationId: '', turnId: '' };
  const row: ModelTraceRow = {
    ...{ at, ...about, model: client.info.id },
    // Nobody reads on after a stop: what is not said otherwise was stopped.
    ...{ outcome: 'stopped', code: 'aborted', durationMs: 0, firstMs: null, retries: 0, usage: {}, calls: [] },
    messages: request.messages.length,
    tools: request.tools.length,
    asked: newWords(request.messages),
  };
  try {
    for await (const event of client.stream(request)) {
      note(row, event, clock.now() - at);
      yield event;
    }
  } catch (error) {
    Object.assign(row, { outcome: 'failed', code: 'protocol' });
    throw error;
  } finally {
    // A client may have moved to another route meanwhile.
    write({ ...row, model: client.info.id, durationMs: clock.now() - at });
  }
}

function note(row: ModelTraceRow, event: ModelEvent, since: number): void {
  switch (event.type) {
    case 'text-delta':
    case 'reasoning-delta':
      row.firstMs ??= since;
      return;
    case 'retry':
      row.retries += 1;
      return;
    case 'end': {
      const { text, usage, toolCalls } = event.response;
      Object.assign(row, {
        outcome: 'ok',
        code: null,
        usage,
        answered: text,
        calls: toolCalls.map((call) => call.name),
      });
      return;
    }
    case 'error': {
      const { kind, providerWords } = event.error;
      const words = event.partialText || providerWords || event.error.message;
      Object.assign(row, { outcome: kind === 'aborted' ? 'stopped' : 'failed', code: kind, answered: words });
    }
  }
}

/** What has been added since the model's last answer; the rest stands in the rows before. */
function newWords(messages: readonly ModelMessage[]): string {
  const from = messages.findLastIndex((message) => message.role === 'assistant') + 1;
  return messages
    .slice(from)
    .map((message) => (message.role === 'tool' ? `[${message.name}] ${message.text}` : message.text))
    .join('\n\n');
}
