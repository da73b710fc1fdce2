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
  const path = PATHS[server.kind] ?? '/models';
  const { fetch, timeoutMs } = server;
  const answer = await getJson({ fetch, timeoutMs, url: server.baseUrl + path, headers: authHeaders(server) });
  if (!answer.ok) return answer;
  const rows = [answer.value['data'], answer.value['models']].find(Array.isArray) ?? null;
  if (!rows) return { ok: false, status: 200 };
  return {
    ok: true,
    models: rows
      .filter(isJsonObject)
      .filter(canAnswer)
      .map(toListed)
      .filter((one) => one.id !== ''),
  };
}

const PATHS: Partial<Record<ProviderKind, string>> = {
  anthropic: '/v1/models?limit=1000',
  google: '/models?pageSize=1000',
};

function authHeaders({ kind, key }: ServerAddress): Record<string, string> {
  if (kind === 'anthropic') return { 'anthropic-version': '2023-06-01', ...(key === null ? {} : { 'x-api-key': key }) };
  if (kind === 'google') return key === null ? {} : { 'x-goog-api-key': key };
  return key === null ? {} : { authorization: `Bearer ${key}` };
}

/** Google also lists models that only embed or draw, and says so. */
function canAnswer(row: JsonObject): boolean {
  const methods = row['supportedGenerationMethods'];
  return !Array.isArray(methods) || methods.includes('generateContent');
}

/** Each kind of server has its own names for the same facts. */
function toListed(row: JsonObject): ListedModel {
  const window = [
    row['context_length'],
    row['max_model_len'],
    row['max_context_length'],
    row['max_input_tokens'],
    row['inputTokenLimit'],
    object(row['model_spec'])['availableContextTokens'],
    object(row['meta'])['n_ctx'],
  ].find((value): value is number => typeof value === 'number' && value > 0);
  const modalities = object(row['architecture'])['input_modalities'];
  const maxOutput = [
    object(row['top_provider'])['max_completion_tokens'],
    row['outputTokenLimit'],
    row['max_output_tokens'],
  ].find((value): value is number => typeof value === 'number' && value > 0);
  const sees = object(object(row['model_spec'])['capabilities'])['supportsVision'];
  const vision = Array.isArray(modalities) ? modalities.includes('image') : sees;
  const price = priceOf(row);
  const label = row['display_name'] ?? row['displayName'] ?? row['name'];
  return {
    id: typeof row['id'] === 'string' ? row['id'] : text(row['name']).replace(/^models\//, ''),
    ...(typeof label === 'string' ? { label } : {}),
    ...(window === undefined ? {} : { contextWindow: window }),
    ...(typeof vision === 'boolean' ? { vision } : {}),
    ...(maxOutput === undefined ? {} : { maxOutput }),
    ...(price === null ? {} : { price }),
  };
}

/** OpenRouter gives dollars for one token, as text; Venice dollars for a million. */
function priceOf(row: JsonObject): NonNullable<ListedModel['price']> | null {
  const each = object(row['pricing']);
  const perMillion = object(object(row['model_spec'])['pricing']);
  const input = Number(each['prompt']) * 1_000_000 || Number(object(perMillion['input'])['usd']);
  const output = Number(each['completion']) * 1_000_000 || Number(object(perMillion['output'])['usd']);
  return input > 0 || output > 0 ? { input: input || 0, output: output || 0 } : null;
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function object(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
