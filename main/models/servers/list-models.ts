import { isJsonObject, type Json, type JsonObject } from '../../../protocol/json.ts';
import type { ProviderKind } from '../../config/providers.ts';
import type { ServerFacts } from '../catalogue.ts';
import { getJson } from './get-json.ts';

/** A model as its server lists it. */
export interface ListedModel extends ServerFacts {
  id: string;
}

export interface ServerAddress {
  fetch: typeof globalThis.fetch;
  kind: ProviderKind;
  baseUrl: string;
  key: string | null;
  timeoutMs: number;
}

/** The live list of a server, in its own order; its status when it refuses. */
export async function listModels(
  server: ServerAddress,
): Promise<{ ok: true; models: ListedModel[] } | { ok: false; status: number | null }> {
  const path = server.kind === 'anthropic' ? '/v1/models?limit=1000' : '/models';
  const { fetch, timeoutMs } = server;
  const answer = await getJson({ fetch, timeoutMs, url: server.baseUrl + path, headers: authHeaders(server) });
  if (!answer.ok) return answer;
  const rows = [answer.value['data'], answer.value['models']].find(Array.isArray) ?? null;
  if (!rows) return { ok: false, status: 200 };
  return {
    ok: true,
    models: rows
      .filter(isJsonObject)
      .map(toListed)
      .filter((one) => one.id !== ''),
  };
}

function authHeaders({ kind, key }: ServerAddress): Record<string, string> {
  if (kind === 'anthropic') return { 'anthropic-version': '2023-06-01', ...(key === null ? {} : { 'x-api-key': key }) };
  return key === null ? {} : { authorization: `Bearer ${key}` };
}

/** Each kind of server has its own names for the same facts. */
function toListed(row: JsonObject): ListedModel {
  const window = [
    row['context_length'],
    row['max_model_len'],
    row['max_context_length'],
    row['max_input_tokens'],
    object(row['meta'])['n_ctx'],
  ].find((value): value is number => typeof value === 'number' && value > 0);
  const modalities = object(row['architecture'])['input_modalities'];
  const label = row['display_name'] ?? row['name'];
  return {
    id: typeof row['id'] === 'string' ? row['id'] : typeof row['name'] === 'string' ? row['name'] : '',
    ...(typeof label === 'string' ? { label } : {}),
    ...(window === undefined ? {} : { contextWindow: window }),
    ...(Array.isArray(modalities) ? { vision: modalities.includes('image') } : {}),
  };
}

function object(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
