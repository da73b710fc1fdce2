/** Names that other agents give to tools of ours. */
const FOREIGN: Readonly<Record<string, string>> = {
  Bash: 'shell',
  Read: 'file_read',
  Write: 'file_write',
  Edit: 'file_edit',
  MultiEdit: 'file_edit',
  Glob: 'glob_search',
  Grep: 'content_search',
  WebFetch: 'web_fetch',
  WebSearch: 'web_search',
  Task: 'subagents',
  Skill: 'skill_run',
};

/** What a list written for another agent means here. */
export interface TranslatedTools {
  tools: string[];
  warnings: string[];
}

/**
 * Reads `allowed-tools` of skills made for other agents: names separated by blanks or commas, or a list, each with an
 * optional pattern such as `Bash(git:*)`. A name that stands for nothing here is left out and told.
 */
export function translateTools(value: string | readonly string[]): TranslatedTools {
  const names = typeof value === 'string' ? (value.match(/[^\s,(]+(?:\([^)]*\))?/g) ?? []) : value;
  const tools = new Set<string>();
  const warnings: string[] = [];
  for (const written of names) {
    const name = /^[^(]*/.exec(written)?.[0].trim() ?? '';
    const own = FOREIGN[name] ?? (/^[a-z][a-z0-9_]*$/.test(name) ? name : null);
    if (own === null) {
      warnings.push(`allowed-tools names ${written}, which stands for no tool here; it is left out.`);
      continue;
    }
    if (written.includes('(')) warnings.push(`${written} is read as ${own}: the limit in brackets is not kept here.`);
    tools.add(own);
  }
  return { tools: [...tools], warnings };
}
