import type { Json } from '../../protocol/json.ts';

/** JSON with the keys of every object sorted, so that equal values give equal text. */
export function stableJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(stableJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${stableJson(value[key] ?? null)}`);
  return `{${fields.join(',')}}`;
}
