import type { Capability } from '../../registry/capability.ts';
import type { PromptFacts } from '../agent-ports.ts';
import { identity } from './identity.ts';
import { operatingRules } from './operating-rules.ts';
import { runtimeSection } from './runtime-section.ts';
import { ULTRA } from './ultra.ts';

/** What the system text of a turn is made of. */
export interface PromptParts {
  agentName: string;
  tools: readonly Capability[];
  facts: PromptFacts;
  /** What is remembered; null for nothing. */
  memory: string | null;
  /** Milliseconds since 1970, UTC. */
  now: number;
  /** A worker's own system text: it has no identity and no standing rules besides it. */
  role?: string;
  /** The turn was begun with /ultra. */
  ultra?: boolean;
}

/** Stable text first, then what is generated for this turn, the date last: the prefix changes once a day at most. */
export function assemblePrompt({ agentName, tools, facts, memory, now, role, ultra }: PromptParts): string[] {
  const date = new Date(now).toISOString().slice(0, 10);
  return [
    role ?? `${identity(agentName)}\n\n${operatingRules()}`,
    runtimeSection(tools, facts),
    ...(memory === null ? [] : [memory]),
    `Today is ${date} (UTC); the owner's time zone is ${facts.timeZone}.`,
    ...(ultra ? [ULTRA] : []),
  ];
}
