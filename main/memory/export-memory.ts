import type { MemoryRow } from '../store/memory-port.ts';

export type ExportFormat = 'json' | 'markdown';

/** Everything that is remembered, archived rows too, as one text. */
export function exportMemory(rows: readonly MemoryRow[], format: ExportFormat, now: number): string {
  const at = new Date(now).toISOString();
  if (format === 'json') return `${JSON.stringify({ exported_at: at, memories: rows.map(toJson) }, null, 2)}\n`;
  const places = [...new Set(rows.map(placeOf))];
  const parts = places.map((place) => {
    const lines = rows.filter((row) => placeOf(row) === place).map(toLine);
    return `## ${place}\n\n${lines.join('\n')}\n`;
  });
  return [`# What Fermix remembers\n\nExported ${at}.\n`, ...parts].join('\n');
}

function toJson({ seq: _seq, createdAt, updatedAt, ...row }: MemoryRow): object {
  return { ...row, createdAt: new Date(createdAt).toISOString(), updatedAt: new Date(updatedAt).toISOString() };
}

function placeOf({ scopeType, scopeId }: MemoryRow): string {
  return `${scopeType} ${scopeId}`;
}

function toLine({ category, key, value, archived, trust, updatedAt }: MemoryRow): string {
  const marks = [category, trust, ...(archived ? ['archived'] : []), new Date(updatedAt).toISOString().slice(0, 10)];
  return `- **${key.replaceAll(/[*\n]/g, ' ')}** (${marks.join(', ')}): ${value.replaceAll('\n', '\n  ')}`;
}
