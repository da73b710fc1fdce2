import { isJsonObject } from '../../../protocol/json.ts';
import type { ServerFacts } from '../catalogue.ts';
import { getJson } from './get-json.ts';
import { listModels, type ServerAddress } from './list-models.ts';

/**
 * What a compatible server says about one model: how much it can read, and whether it can see. Ollama has a page of
 * its own for that. Nothing known is an empty answer, never a failure.
 */
export async function describeModel(server: ServerAddress, id: string): Promise<ServerFacts> {
  const [listed, shown] = await Promise.all([listModels(server), askOllama(server, id)]);
  const row = listed.ok ? listed.models.find((one) => one.id === id) : undefined;
  const { id: _id, ...facts } = row ?? { id };
  return { ...facts, ...shown };
}

async function askOllama(server: ServerAddress, id: string): Promise<ServerFacts> {
  if (!server.baseUrl.endsWith('/v1')) return {};
  const url = `${server.baseUrl.slice(0, -3)}/api/show`;
  const answer = await getJson({ fetch: server.fetch, timeoutMs: server.timeoutMs, url, body: { model: id } });
  if (!answer.ok) return {};
  const facts: ServerFacts = {};
  const { capabilities, model_info: info } = answer.value;
  if (Array.isArray(capabilities)) facts.vision = capabilities.includes('vision');
  if (isJsonObject(info)) {
    const window = Object.entries(info).find(([name]) => name.endsWith('.context_length'))?.[1];
    if (typeof window === 'number' && window > 0) facts.contextWindow = window;
  }
  return facts;
}
