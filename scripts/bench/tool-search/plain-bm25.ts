import type { SearchableTool } from '../../../main/registry/tool-search/tool-text.ts';
import { isJsonObject } from '../../../protocol/json.ts';

const K1 = 1.2;
const B = 0.75;

/** BM25 as in the textbook over name, description and parameter names: the measure that a ranking has to beat. */
export function plainBm25(tools: readonly SearchableTool[]): (query: string, limit: number) => string[] {
  const texts = tools.map(({ name, description, parameters }) => {
    const fields = isJsonObject(parameters['properties']) ? Object.keys(parameters['properties']) : [];
    return words(`${name} ${description} ${fields.join(' ')}`);
  });
  const average = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
  const found = new Map<string, number>();
  for (const text of texts) for (const word of new Set(text)) found.set(word, (found.get(word) ?? 0) + 1);

  function score(text: readonly string[], asked: ReadonlySet<string>): number {
    let sum = 0;
    for (const word of asked) {
      const times = text.filter((one) => one === word).length;
      const n = found.get(word) ?? 0;
      const rarity = Math.log(1 + (tools.length - n + 0.5) / (n + 0.5));
      sum += (rarity * times * (K1 + 1)) / (times + K1 * (1 - B + (B * text.length) / average));
    }
    return sum;
  }

  return (query, limit) => {
    const asked = new Set(words(query));
    return tools
      .map(({ name }, number) => ({ name, score: score(texts[number] ?? [], asked) }))
      .filter((one) => one.score > 0)
      .sort((one, other) => other.score - one.score || (one.name < other.name ? -1 : 1))
      .slice(0, limit)
      .map(({ name }) => name);
  };
}

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
