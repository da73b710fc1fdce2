import type { MemoryCategory, MemoryScope, PromoteTarget } from '../store/memory-port.ts';

const USER = new Set<MemoryCategory>(['identity', 'preference', 'goal', 'correction']);
const MEMORY = new Set<MemoryCategory>(['project', 'environment', 'instruction']);

/** The generated file that a row of this scope and category is a line of. */
export function profileTarget(scopeType: MemoryScope['scopeType'], category: MemoryCategory): PromoteTarget {
  if (scopeType === 'owner' && USER.has(category)) return 'user_md';
  if (scopeType === 'agent' && category === 'correction') return 'memory_md';
  if (scopeType !== 'job' && MEMORY.has(category)) return 'memory_md';
  return 'none';
}
