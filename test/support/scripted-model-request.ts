import type { IncomingHttpHeaders } from 'node:http';
import { VERIFY_PROMPT } from '../../main/models/verify-prompt.ts';
import { parseGoogle } from './scripted-model-google.ts';
import type { ScriptedFormat } from './scripted-model-turn.ts';

/** A result the host sent back, whatever the format calls it. */
export interface SentResult {
  callId: string;
  text: string;
  /** base64, in order. */
  images: { mime: string; data: string }[];
}

/** A request as the server got it, with what tests ask for in one shape for all formats. */
export interface RecordedRequest {
  format: ScriptedFormat;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
  model: string;
  system: string;
  tools: string[];
  /** Text of the last message of the user. */
  userText: string;
  /** Pictures of the last message of the user; not those of tool results. */
  userImages: { mime: string; data: string }[];
  /** Results after the last answer of the model. */
  results: SentResult[];
  /** The product's own question to a newly connected model. */
  isVerification: boolean;
  /** Resolves when the client hangs up before the answer is finished. */
  hungUp: Promise<void>;
}

type Part = Record<string, unknown>;
type Parsed = Pick<RecordedRequest, 'system' | 'tools' | 'userText' | 'userImages' | 'results'>;

export function parseRequest(
  format: ScriptedFormat,
  headers: IncomingHttpHeaders,
  body: Record<string, unknown>,
  hungUp: Promise<void>,
  model = String(body['model']),
): RecordedRequest {
  const parsed = PARSERS[format](body);
  return {
    ...parsed,
    format,
    headers,
    body,
    model,
    isVerification: parsed.userText === VERIFY_PROMPT && parsed.tools.length === 0,
    hungUp,
  };
}

const PARSERS: Record<ScriptedFormat, (body: Record<string, unknown>) => Parsed> = {
  anthropic: parseAnthropic,
  'openai-responses': parseResponses,
  'chat-completions': parseCompletions,
  google: parseGoogle,
};

function parts(value: unknown): Part[] {
  if (typeof value === 'string') return [{ type: 'text', text: value }];
  return Array.isArray(value) ? (value as Part[]) : [];
}

function joinText(list: Part[]): string {
  return list
    .filter((part) => typeof part['text'] === 'string')
    .map((part) => part['text'])
    .join('\n');
}

function dataUrl(value: unknown): { mime: string; data: string } {
  const [, mime = '', data = ''] = /^data:([^;]+);base64,(.*)$/s.exec(String(value)) ?? [];
  return { mime, data };
}

/** Everything after the last message for which `isAnswer` holds. */
function afterLast(list: Part[], isAnswer: (part: Part) => boolean): Part[] {
  return list.slice(list.findLastIndex(isAnswer) + 1);
}

function parseAnthropic(body: Record<string, unknown>): Parsed {
  const image = (part: Part) => {
    const source = part['source'] as Part;
    return { mime: String(source['media_type']), data: String(source['data']) };
  };
  const latest = afterLast(parts(body['messages']), (message) => message['role'] === 'assistant');
  const content = latest
    .filter((message) => message['role'] === 'user')
    .flatMap((message) => parts(message['content']));
  const results = content
    .filter((part) => part['type'] === 'tool_result')
    .map((part) => {
      const inner = parts(part['content']);
      const images = inner.filter((one) => one['type'] === 'image').map(image);
      return { callId: String(part['tool_use_id']), text: joinText(inner), images };
    });
  return {
    system: joinText(parts(body['system'])),
    tools: parts(body['tools']).map((tool) => String(tool['name'])),
    userText: joinText(content.filter((part) => part['type'] === 'text')),
    userImages: content.filter((part) => part['type'] === 'image').map(image),
    results,
  };
}

function parseResponses(body: Record<string, unknown>): Parsed {
  const input = parts(body['input']);
  const image = (part: Part) => dataUrl(part['image_url']);
  const isAnswer = (item: Part) =>
    item['role'] === 'assistant' || item['type'] === 'function_call' || item['type'] === 'reasoning';
  const latest = afterLast(input, isAnswer);
  const content = latest.filter((item) => item['role'] === 'user').flatMap((item) => parts(item['content']));
  const results = latest
    .filter((item) => item['type'] === 'function_call_output')
    .map((item) => {
      const inner = parts(item['output']);
      const images = inner.filter((one) => one['type'] === 'input_image').map(image);
      return { callId: String(item['call_id']), text: joinText(inner), images };
    });
  const system = input.filter((item) => item['role'] === 'system' || item['role'] === 'developer');
  return {
    system: system.map((item) => joinText(parts(item['content']))).join('\n'),
    tools: parts(body['tools']).map((tool) => String(tool['name'])),
    userText: joinText(content),
    userImages: content.filter((part) => part['type'] === 'input_image').map(image),
    results,
  };
}

function parseCompletions(body: Record<string, unknown>): Parsed {
  const messages = parts(body['messages']);
  const image = (part: Part) => dataUrl((part['image_url'] as Part)['url']);
  const latest = afterLast(messages, (message) => message['role'] === 'assistant');
  const content = latest
    .filter((message) => message['role'] === 'user')
    .flatMap((message) => parts(message['content']));
  const images = content.filter((part) => part['type'] === 'image_url').map(image);
  const results: SentResult[] = latest
    .filter((message) => message['role'] === 'tool')
    .map((message) => ({
      callId: String(message['tool_call_id']),
      text: joinText(parts(message['content'])),
      images: [],
    }));
  // This format has no place for pictures in results: they follow in a message of the user, and belong to the last one.
  const last = results.at(-1);
  if (last) last.images = images;
  const system = messages.filter((message) => message['role'] === 'system' || message['role'] === 'developer');
  return {
    system: system.map((message) => joinText(parts(message['content']))).join('\n'),
    tools: parts(body['tools']).map((tool) => String((tool['function'] as Part)['name'])),
    userText: joinText(content),
    userImages: last ? [] : images,
    results,
  };
}
