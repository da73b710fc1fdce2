import type { Capability } from '../../registry/capability.ts';
import type { PromptFacts } from '../agent-ports.ts';
import { skillSection } from './skill-section.ts';

/**
 * The generated part: the tools of this turn by category, the sandbox, the computer. It is made from the same
 * snapshot as the tool list that is sent, so that the two cannot disagree.
 */
export function runtimeSection(tools: readonly Capability[], facts: PromptFacts): string {
  const lines = [
    `Computer: ${facts.platform}. Relative paths start at ${facts.workingDirectory}.`,
    `Sandbox: ${facts.sandbox}`,
  ];
  if (tools.length === 0) return [...lines, 'You have no tools in this turn.'].join('\n');
  return [...lines, 'Tools of this turn:', ...byCategory(tools), ...skillSection(tools, facts)].join('\n');
}

function byCategory(tools: readonly Capability[]): string[] {
  const shelves = new Map<string, string[]>();
  for (const tool of tools) shelves.set(tool.category, [...(shelves.get(tool.category) ?? []), tool.name]);
  return [...shelves]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([category, names]) => `- ${category}: ${names.join(', ')}`);
}
