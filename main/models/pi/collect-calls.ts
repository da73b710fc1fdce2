import type { AssistantMessage } from '@earendil-works/pi-ai';
import type { ToolCall } from '../../../protocol/conversation/message.ts';
import { isJsonObject, type JsonObject } from '../../../protocol/json.ts';

/** How much of unreadable arguments is kept for the model to see, in UTF-16 units. */
const RAW_LIMIT = 4_000;

/** The argument text of a call as it arrived. */
export interface RawCall {
  text: string;
  /** The format said that the call is whole. */
  ended: boolean;
}

/**
 * The tool calls of an answer. One whose arguments were cut off or are no JSON object is marked and must not run.
 * @param cutShort the answer ended at its length limit or with the connection
 * @param usedIds ids that the conversation has already; some servers count from zero every time
 */
export function collectCalls(
  message: AssistantMessage,
  raw: ReadonlyMap<number, RawCall>,
  cutShort: boolean,
  usedIds: ReadonlySet<string>,
): ToolCall[] {
  const taken = new Set(usedIds);
  const calls: ToolCall[] = [];
  message.content.forEach((block, index) => {
    if (block.type !== 'toolCall') return;
    const id = freeId(block.id, taken);
    taken.add(id);
    block.id = id;
    const call = { id, name: block.name, ...readArguments(block, raw.get(index), cutShort) };
    block.arguments = call.arguments;
    calls.push(call);
  });
  return calls;
}

type Block = Extract<AssistantMessage['content'][number], { type: 'toolCall' }>;

function readArguments(
  block: Block,
  raw: RawCall | undefined,
  cutShort: boolean,
): Pick<ToolCall, 'arguments' | 'malformed'> {
  const text = raw?.text ?? '';
  const malformed = (code: 'cut_off' | 'invalid_json') => ({
    arguments: {},
    malformed: { code, raw: text.slice(0, RAW_LIMIT) },
  });
  if (cutShort && !(raw?.ended && text === '' && Object.keys(block.arguments).length > 0)) {
    return isObjectText(text) ? { arguments: block.arguments as JsonObject } : malformed('cut_off');
  }
  if (block.argumentsError !== undefined || !isJsonObject(block.arguments)) return malformed('invalid_json');
  return { arguments: block.arguments as JsonObject };
}

function isObjectText(text: string): boolean {
  try {
    return isJsonObject(JSON.parse(text));
  } catch {
    return false;
  }
}

function freeId(id: string, taken: ReadonlySet<string>): string {
  const base = id === '' ? 'call' : id;
  if (id !== '' && !taken.has(id)) return id;
  for (let count = taken.size + 1; ; count += 1) {
    if (!taken.has(`${base}_${count}`)) return `${base}_${count}`;
  }
}
