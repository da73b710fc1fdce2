import { isJsonObject, type JsonObject } from '../../../protocol/json.ts';

/**
 * A fetch whose streams of Chat Completions keep the parallel calls of an answer apart. Some servers give several calls
 * one id, others give all of them the index 0; the library would read both as one call with the arguments of all. A
 * call is known by its index, and a new name under another id begins a new one.
 */
export function separatingFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok || !response.body) return response;
    const body = response.body.pipeThrough(separatingStream());
    return new Response(body, { status: response.status, headers: response.headers });
  };
}

/** Works line by line: what is no event about calls passes as it is. */
function separatingStream(): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const separate = createSeparator();
  let rest = '';
  return new TransformStream({
    transform(chunk, controller) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      if (lines.length > 0) controller.enqueue(encoder.encode(lines.map((line) => `${separate(line)}\n`).join('')));
    },
    flush(controller) {
      rest += decoder.decode();
      if (rest !== '') controller.enqueue(encoder.encode(separate(rest)));
    },
  });
}

/** One call as the server names it, and as it is passed on. */
interface Known {
  wireId: string;
  id: string;
  index: number;
}

/** Far above every index a server gives by itself. */
const FIRST_FREE_INDEX = 1_000_000;

function createSeparator(): (line: string) => string {
  /** By the server's index, the call that is written there now. */
  const current = new Map<number, Known>();
  const ids = new Set<string>();
  let freeIndex = FIRST_FREE_INDEX;

  const begin = (wireId: string, index: number): Known => {
    let id = wireId;
    for (let count = 2; id !== '' && ids.has(id); count += 1) id = `${wireId}_${count}`;
    ids.add(id);
    return { wireId, id, index };
  };

  /** True when the part is passed on otherwise than it came. */
  const rename = (part: JsonObject): boolean => {
    const wireIndex = part['index'];
    if (typeof wireIndex !== 'number') return false;
    const wireId = typeof part['id'] === 'string' ? part['id'] : '';
    let known = current.get(wireIndex);
    const isNext = known !== undefined && wireId !== '' && wireId !== known.wireId && hasName(part);
    if (known === undefined || isNext) {
      if (isNext) freeIndex += 1;
      known = begin(wireId, isNext ? freeIndex : wireIndex);
      current.set(wireIndex, known);
    }
    if (known.index === wireIndex && (wireId === '' || known.id === known.wireId)) return false;
    part['index'] = known.index;
    if (wireId !== '') part['id'] = known.id;
    return true;
  };

  return (line) => {
    if (!line.startsWith('data:') || !line.includes('"tool_calls"')) return line;
    const event = parse(line.slice('data:'.length));
    const changed = callParts(event).map(rename);
    return changed.includes(true) ? `data: ${JSON.stringify(event)}` : line;
  };
}

function hasName(part: JsonObject): boolean {
  const call = part['function'];
  return isJsonObject(call) && typeof call['name'] === 'string' && call['name'] !== '';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function callParts(event: unknown): JsonObject[] {
  if (!isJsonObject(event) || !Array.isArray(event['choices'])) return [];
  const [choice] = event['choices'];
  const delta = isJsonObject(choice) ? choice['delta'] : undefined;
  const parts = isJsonObject(delta) ? delta['tool_calls'] : undefined;
  return Array.isArray(parts) ? parts.filter(isJsonObject) : [];
}
