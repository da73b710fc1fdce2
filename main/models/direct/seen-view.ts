import { isJsonObject, type JsonObject } from '../../../protocol/json.ts';
import type { ModelMessage } from '../../agent/model-client.ts';

/** What the newest look at the screen showed: points of a command are pixels of it. */
export interface SeenView {
  width: number;
  height: number;
  display: number;
  /** The part of the screen it showed, in pixels of the whole; null for the whole screen. */
  region: JsonObject | null;
}

type Result = Extract<ModelMessage, { role: 'tool' }>;

/** Results of the screen tool begin with a line about what they show. */
const VIEW_LINE =
  /^View \S+: (?:a list of controls in pixels of a picture of )?(\d+)x(\d+) pixels, (?:the whole|the crop (\{[^}]*\})) of display (\d+)/;

/** The newest picture or list of the conversation; null before the first. */
export function newestView(messages: readonly ModelMessage[]): SeenView | null {
  for (const message of messages.toReversed()) {
    if (message.role !== 'tool' || message.name !== 'computer_use') continue;
    const view = viewOf(message) ?? pictureOf(message, messages);
    if (view) return view;
  }
  return null;
}

function viewOf({ raw, text }: Result): SeenView | null {
  const match = VIEW_LINE.exec(raw ?? text);
  if (!match) return null;
  const region: unknown = match[3] === undefined ? null : JSON.parse(match[3]);
  const display = Number(match[4]);
  return { width: Number(match[1]), height: Number(match[2]), display, region: isJsonObject(region) ? region : null };
}

/** A picture whose words are gone: its call says which part it showed. */
function pictureOf({ callId, images }: Result, messages: readonly ModelMessage[]): SeenView | null {
  const picture = images.at(-1);
  if (!picture) return null;
  const { region = null, display } = argumentsOf(callId, messages);
  const { width, height } = picture;
  return {
    ...{ width, height, display: typeof display === 'number' ? display : 0 },
    region: isJsonObject(region) ? region : null,
  };
}

function argumentsOf(callId: string, messages: readonly ModelMessage[]): JsonObject {
  for (const message of messages) {
    const call = message.role === 'assistant' ? message.toolCalls.find((one) => one.id === callId) : undefined;
    if (call) return call.arguments;
  }
  return {};
}
