import { z } from 'zod';

const found = z.object({ paths: z.array(z.string()), truncated: z.boolean() });
const matched = z.object({
  matches: z.array(z.object({ path: z.string(), line: z.number(), text: z.string() })),
  truncated: z.boolean(),
});

/** Answers that tools give as JSON, as lines to read; null for a tool without such a list, and for a text that is none. */
export function asLines(tool: string, text: string): string | null {
  if (tool === 'glob_search') {
    const list = read(found, text);
    return list && lines(list.paths, list.truncated, 'No file matches.');
  }
  if (tool === 'content_search') {
    const list = read(matched, text);
    const rows = list?.matches.map((match) => `${match.path}:${match.line}: ${match.text}`);
    return list && lines(rows ?? [], list.truncated, 'No line matches.');
  }
  return null;
}

function lines(rows: readonly string[], truncated: boolean, none: string): string {
  if (rows.length === 0) return none;
  return [...rows, ...(truncated ? ['more…'] : [])].join('\n');
}

function read<T>(shape: z.ZodType<T>, text: string): T | null {
  try {
    return shape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
