import type { ToolInfo } from '../../protocol/ipc/shapes.ts';

export interface ToolFilter {
  text: string;
  /** Empty: every category. */
  category: string;
  /** Empty: every policy. */
  policy: string;
}

export const EVERYTHING: ToolFilter = { text: '', category: '', policy: '' };

/** Every word of the text must occur in name or description. */
export function filterTools(tools: readonly ToolInfo[], filter: ToolFilter): ToolInfo[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return tools.filter((tool) => {
    if (filter.category && tool.category !== filter.category) return false;
    if (filter.policy && tool.policy !== filter.policy) return false;
    const where = `${tool.name} ${tool.description}`.toLowerCase();
    return words.every((word) => where.includes(word));
  });
}

/** The values of one column, sorted, each once. */
export function valuesOf(tools: readonly ToolInfo[], column: 'category' | 'policy'): string[] {
  return [...new Set(tools.map((tool) => tool[column]))].sort();
}
