import { isJsonObject, type JsonObject } from '../../../protocol/json.ts';

/** Longest answer that is read; a list of thousands of models stays far below. */
const LONGEST_ANSWER = 16 * 1024 * 1024;

/** Asks a model server for a JSON object. Null when there is no such answer; `status` when it was another one. */
export async function getJson(options: {
  fetch: typeof globalThis.fetch;
  url: string;
  headers?: Record<string, string>;
  body?: JsonObject;
  timeoutMs: number;
}): Promise<{ ok: true; value: JsonObject } | { ok: false; status: number | null }> {
  try {
    const response = await options.fetch(options.url, {
      method: options.body ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        ...(options.body ? { 'content-type': 'application/json' } : {}),
        ...options.headers,
      },
      ...(options.body ? { body: JSON.stringify(options.body) } : {}),
      signal: AbortSignal.timeout(options.timeoutMs),
    });
    if (!response.ok) {
      await response.body?.cancel();
      return { ok: false, status: response.status };
    }
    const value: unknown = JSON.parse(await readBounded(response));
    return isJsonObject(value) ? { ok: true, value } : { ok: false, status: response.status };
  } catch {
    return { ok: false, status: null };
  }
}

async function readBounded(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let text = '';
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    text += decoder.decode(piece.value, { stream: true });
    if (text.length > LONGEST_ANSWER) {
      await reader?.cancel();
      throw new RangeError('answer too long');
    }
  }
  return text + decoder.decode();
}
