import type {
  AssistantMessage,
  ImageContent,
  Message,
  Model,
  TextContent,
  Tool,
  TranscriptContext,
} from '@earendil-works/pi-ai';
import { normalizeContext } from '@earendil-works/pi-ai/utils/transcript';
import { isJsonObject, type JsonObject } from '../../../protocol/json.ts';
import type { ModelImage, ModelMessage, ModelRequest, ModelTool } from '../../agent/model-client.ts';

/** Our request in the library's terms. Every request carries the whole conversation. */
export function toContext(request: ModelRequest, model: Model<string>): TranscriptContext {
  return normalizeContext({
    systemPrompt: request.system.join('\n\n'),
    messages: request.messages.map((message) => toMessage(message, model)),
    tools: request.tools.map(toTool),
  });
}

function toTool(tool: ModelTool): Tool {
  return {
    name: tool.name,
    description: tool.description,
    parameters: tool.inputSchema,
    constrainedSampling: false,
  };
}

function toMessage(message: ModelMessage, model: Model<string>): Message {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: toContent(message.text, message.images), timestamp: 0 };
    case 'tool':
      return {
        role: 'toolResult',
        toolCallId: message.callId,
        toolName: message.name,
        content: toContent(message.text, message.images),
        isError: !message.ok,
        timestamp: 0,
      };
    case 'assistant':
      return toAssistant(message, model);
  }
}

function toContent(text: string, images: readonly ModelImage[]): (TextContent | ImageContent)[] {
  const pictures = images.map((image): ImageContent => ({ type: 'image', data: image.data, mimeType: image.mime }));
  return text === '' && pictures.length > 0 ? pictures : [{ type: 'text', text }, ...pictures];
}

function toAssistant(message: Extract<ModelMessage, { role: 'assistant' }>, model: Model<string>): AssistantMessage {
  const base = { role: 'assistant', usage: NO_USAGE, timestamp: 0 } as const;
  const state = readState(message.providerState, model);
  if (state) return { ...base, ...state };
  const calls = message.toolCalls.map(({ id, name, arguments: input }) => ({
    type: 'toolCall' as const,
    id,
    name,
    arguments: input,
  }));
  return {
    ...base,
    api: model.api,
    provider: model.provider,
    model: model.id,
    content: message.text === '' ? calls : [{ type: 'text', text: message.text }, ...calls],
    stopReason: calls.length > 0 ? 'toolUse' : 'stop',
  };
}

type State = Pick<AssistantMessage, 'api' | 'provider' | 'model' | 'content' | 'stopReason'>;

/** What the model wants back, kept with the answer. Not given to any other model. */
export function toProviderState(message: AssistantMessage): JsonObject {
  const { api, provider, model, content, stopReason, responseId, providerThinkingLevel } = message;
  const state = { version: 1, api, provider, model, content, stopReason, responseId, providerThinkingLevel };
  return JSON.parse(JSON.stringify(state)) as JsonObject;
}

function readState(state: JsonObject | undefined, model: Model<string>): State | null {
  if (state?.['version'] !== 1 || !Array.isArray(state['content']) || !state['content'].every(isJsonObject))
    return null;
  const isSame = state['api'] === model.api && state['provider'] === model.provider && state['model'] === model.id;
  if (!isSame) return null;
  const { version: _version, ...rest } = state;
  return rest as unknown as State;
}

const NO_USAGE: AssistantMessage['usage'] = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};
