import type { LocalServer } from '../../../protocol/ipc/shapes.ts';
import { listModels } from './list-models.ts';

/** Where the usual servers listen. */
export const USUAL_PORTS: readonly [name: string, port: number][] = [
  ['Ollama', 11434],
  ['LM Studio', 1234],
  ['llama.cpp', 8080],
  ['vLLM', 8000],
  ['KoboldCpp', 5001],
  ['text-generation-webui', 5000],
  ['Jan', 1337],
  ['GPT4All', 4891],
];

/** Longest wait for all of them, ms. */
const TIMEOUT_MS = 1_800;

/** Model servers that answer on this computer; asked all at once, on loopback alone. */
export async function discoverServers(
  fetch: typeof globalThis.fetch,
  ports: readonly (readonly [name: string, port: number])[] = USUAL_PORTS,
): Promise<LocalServer[]> {
  const found = await Promise.all(
    ports.map(async ([name, port]): Promise<LocalServer | null> => {
      const baseUrl = `http://127.0.0.1:${port}/v1`;
      const answer = await listModels({ fetch, kind: 'compatible', baseUrl, key: null, timeoutMs: TIMEOUT_MS });
      return answer.ok ? { name, baseUrl, models: answer.models.map((one) => one.id) } : null;
    }),
  );
  return found.filter((one) => one !== null);
}
