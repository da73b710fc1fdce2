import type { AgentPorts } from './agent-ports.ts';
import type { ModelClient, ModelError, ModelEvent, ModelRequest } from './model-client.ts';
import { untilAborted } from './race.ts';

/** The stream, ended by the signal at once even when the client does not look at it, and never throwing. */
export async function* readModel(
  client: ModelClient,
  request: ModelRequest,
  ports: Pick<AgentPorts, 'log'>,
): AsyncGenerator<ModelEvent> {
  const { signal } = request;
  let stream: AsyncIterator<ModelEvent> | null = null;
  try {
    stream = client.stream(request)[Symbol.asyncIterator]();
    while (true) {
      const step = await untilAborted(stream.next(), signal);
      if (step.done) return;
      yield step.value;
    }
  } catch (error) {
    if (signal.aborted) {
      yield { type: 'error', error: aborted(client), partialText: '' };
      return;
    }
    ports.log.error('model_stream_threw', { model: client.info.id, error: String(error) });
    yield { type: 'error', error: brokenProtocol(client, 'The connection to the model broke.'), partialText: '' };
  } finally {
    stream?.return?.().catch(() => undefined);
  }
}

function aborted(client: ModelClient): ModelError {
  return { kind: 'aborted', provider: client.info.provider, stage: 'streaming', message: 'Stopped.' };
}

/** A client that broke the contract of its port. */
export function brokenProtocol(client: ModelClient, message: string): ModelError {
  return { kind: 'protocol', provider: client.info.provider, stage: 'streaming', message };
}
