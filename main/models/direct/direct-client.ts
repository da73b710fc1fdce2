import type { ToolCall } from '../../../protocol/conversation/message.ts';
import { isJsonObject, type JsonObject } from '../../../protocol/json.ts';
import type { ModelClient, ModelEvent, ModelInfo, ModelMessage, ModelRequest } from '../../agent/model-client.ts';
import { answerFor, type Ran } from './answer.ts';
import type { Command } from './command.ts';
import { helpText, notUnderstood } from './help-text.ts';
import { readMessage } from './read-message.ts';
import { newestView, type SeenView } from './seen-view.ts';

/** Direct mode as the loop sees it: pictures and windows of any size, since no model reads them. */
export const DIRECT_INFO: ModelInfo = {
  id: 'direct',
  provider: 'direct',
  label: 'Direct mode',
  contextWindow: 1_000_000_000,
  maxImageEdge: 100_000,
  vision: true,
  efforts: [],
  scripted: true,
};

/**
 * The built-in mode without a model: the owner's message is read as commands, each becomes one tool call of the same
 * loop, and a few words close the turn. It keeps nothing: where it stands is read from the messages. It never
 * pretends to be a model.
 */
export function createDirectClient(): ModelClient {
  return {
    info: DIRECT_INFO,
    async *stream(request) {
      yield* respond(request);
    },
  };
}

function* respond(request: ModelRequest): Generator<ModelEvent> {
  if (request.signal.aborted) {
    const error = { kind: 'aborted', provider: 'direct', stage: 'before_response', message: 'Stopped.' } as const;
    yield { type: 'error', error, partialText: '' };
    return;
  }
  const step = nextStep(request);
  if ('text' in step) yield { type: 'text-delta', text: step.text };
  const text = 'text' in step ? step.text : '';
  const toolCalls = 'call' in step ? [step.call] : [];
  yield { type: 'end', response: { text, toolCalls, usage: {}, model: 'direct' } };
}

type Step = { text: string } | { call: ToolCall };

function nextStep({ messages, tools }: ModelRequest): Step {
  const start = messages.findLastIndex((message) => message.role === 'user');
  const asked = messages[start];
  if (asked?.role !== 'user') return { text: notUnderstood() };
  const read = readMessage(asked.typed ?? asked.text);
  if (read.kind === 'help') return { text: helpText() };
  if (read.kind === 'other') return { text: notUnderstood() };
  if (read.kind === 'error') {
    const { message, usage } = read.error;
    return { text: `\`${read.line}\`: ${message} It is written like this: ${usage}. Nothing was run.` };
  }
  const results = messages.slice(start + 1).filter((message) => message.role === 'tool');
  const ran = pair(read.commands, results);
  const next = read.commands[ran.length];
  if (!next || ran.at(-1)?.result.ok === false)
    return { text: answerFor(ran, read.commands.length - ran.length, newestRegion(messages)) };
  const turn = messages.filter((message) => message.role === 'user').length;
  const id = `direct_${turn}_${ran.length + 1}`;
  const input = complete(next, messages, tools);
  if (input === null) {
    return {
      text: `\`${next.line}\`: There is no picture to scroll in yet. Write screen first, or give a point: at x,y.`,
    };
  }
  return { call: { id, name: next.tool, arguments: input } };
}

function pair(commands: readonly Command[], results: readonly Ran['result'][]): Ran[] {
  return commands.flatMap((command, index) => {
    const result = results[index];
    return result ? [{ command, result }] : [];
  });
}

/** Fills in what the line leaves open: marks where the tool can draw them, the point of a scroll, the display. */
function complete(
  command: Command,
  messages: readonly ModelMessage[],
  tools: ModelRequest['tools'],
): JsonObject | null {
  if (command.tool !== 'computer_use') return command.arguments;
  const seen = newestView(messages);
  if (command.needsPoint) return seen && { ...command.arguments, ...centreOf(seen), ...displayOf(seen) };
  if ('x' in command.arguments || 'from' in command.arguments)
    return seen ? { ...command.arguments, ...displayOf(seen) } : command.arguments;
  if (command.arguments['action'] !== 'screenshot') return command.arguments;
  const schema = tools.find((one) => one.name === 'computer_use')?.inputSchema['properties'];
  const drawsMarks = isJsonObject(schema) && 'marks' in schema;
  return drawsMarks ? { ...command.arguments, marks: true } : command.arguments;
}

/** Points are pixels of the newest picture, so its display is meant, whatever the configured one is. */
const displayOf = ({ display }: SeenView): JsonObject => (display === 0 ? {} : { display });

function centreOf({ width, height, region }: SeenView): JsonObject {
  const point = { x: Math.floor(width / 2), y: Math.floor(height / 2) };
  return region ? { ...point, region, confirm_grid: true } : point;
}

/** The part of the screen that the newest picture shows, as it is written in a command; null for the whole screen. */
function newestRegion(messages: readonly ModelMessage[]): string | null {
  const region = newestView(messages)?.region;
  return region ? [region['x'], region['y'], region['w'], region['h']].join(',') : null;
}
