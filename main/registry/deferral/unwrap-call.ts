import type { ToolCall } from '../../../protocol/conversation/message.ts';
import { isJsonObject, type JsonObject } from '../../../protocol/json.ts';

/** The three tools that stand for all deferred ones. They are never deferred and never called through each other. */
export const BRIDGES = ['tool_search', 'tool_describe', 'tool_call'] as const;
export const isBridge = (name: string): boolean => (BRIDGES as readonly string[]).includes(name);

/** What a call of `tool_call` means, or why it means nothing. */
export type Inner =
  | { ok: true; name: string; arguments: JsonObject }
  | { ok: false; code: 'invalid_arguments' | 'recursive_bridge_call'; text: string };

/** Reads the input of `tool_call`. Absent, null or blank arguments are none; a JSON text is parsed. */
export function readInner(input: JsonObject): Inner {
  const name = typeof input['name'] === 'string' ? input['name'].trim() : '';
  if (name === '') return wrong('"name" is missing: the exact name of the tool to call.');
  if (isBridge(name)) {
    const text = `${name} is not called through tool_call. Call it directly.`;
    return { ok: false, code: 'recursive_bridge_call', text };
  }
  const given = parsed(input['arguments']);
  if (!isJsonObject(given)) return wrong('"arguments" is not a JSON object. Send the inputs of the tool as an object.');
  return { ok: true, name, arguments: given };
}

function wrong(why: string): Inner {
  return { ok: false, code: 'invalid_arguments', text: `tool_call: ${why} Nothing was run.` };
}

function parsed(given: unknown): unknown {
  if (given === undefined || given === null) return {};
  if (typeof given !== 'string') return given;
  if (given.trim() === '') return {};
  try {
    return JSON.parse(given);
  } catch {
    return null;
  }
}

/**
 * The call a bridge stands for, under its own name and with the id the model gave, so that everything after it (limits,
 * policy, approvals, traces, cards) sees the real tool. Any other call, and one that names nothing, comes back as it is.
 */
export function unwrapCall(call: ToolCall): ToolCall {
  if (call.name !== 'tool_call' || call.malformed) return call;
  const inner = readInner(call.arguments);
  return inner.ok ? { ...call, name: inner.name, arguments: inner.arguments } : call;
}
