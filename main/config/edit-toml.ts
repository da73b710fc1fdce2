import { patch } from '@decimalturn/toml-patch';
import type { ConfigValue } from './config-port.ts';
import { parseToml } from './parse-config.ts';

/**
 * Sets and removes dotted keys in a TOML text; comments, order and everything else stay as they are. A missing section
 * is added at the end under a heading of its own.
 */
export function editToml(text: string, changes: Record<string, ConfigValue | null>, path: string): string {
  const withSections = addSections(text, changes, path);
  const raw = parseToml(withSections, path);
  for (const [key, value] of Object.entries(changes)) setAt(raw, key.split('.'), value);
  return patch(withSections, raw);
}

function addSections(text: string, changes: Record<string, ConfigValue | null>, path: string): string {
  let result = text;
  for (const [key, value] of Object.entries(changes)) {
    const section = key.split('.').slice(0, -1);
    if (value === null || section.length === 0 || tableAt(parseToml(result, path), section)) continue;
    const gap = result === '' ? '' : result.endsWith('\n') ? '\n' : '\n\n';
    const extended = `${result}${gap}[${section.join('.')}]\n`;
    if (isToml(extended, path)) result = extended;
  }
  return result;
}

/** False where the parent is written inline and may not be extended: the key is then added inside it. */
function isToml(text: string, path: string): boolean {
  try {
    parseToml(text, path);
    return true;
  } catch {
    return false;
  }
}

function tableAt(raw: Record<string, unknown>, path: readonly string[]): Record<string, unknown> | null {
  let table: Record<string, unknown> = raw;
  for (const part of path) {
    const next = table[part];
    if (typeof next !== 'object' || next === null || Array.isArray(next)) return null;
    table = next as Record<string, unknown>;
  }
  return table;
}

function setAt(raw: Record<string, unknown>, path: readonly string[], value: ConfigValue | null): void {
  const last = path.at(-1);
  if (last === undefined) return;
  const parents = path.slice(0, -1);
  if (value === null) {
    const table = tableAt(raw, parents);
    if (table) delete table[last];
    return;
  }
  let table = raw;
  for (const part of parents) {
    const next = tableAt(table, [part]) ?? {};
    table[part] = next;
    table = next;
  }
  table[last] = value;
}
