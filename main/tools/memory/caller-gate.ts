import type { Gate } from '../../registry/capability.ts';
import type { Caller } from '../../registry/policy.ts';
import { unknownCapability } from '../../registry/registry.ts';

/** A subagent has no memory: it works with what it was given, and learns nothing of the rest. */
export function memoryGate(name: string): (caller: Caller) => Gate | null {
  return (caller) => (caller.depth > 0 ? unknownCapability(name) : null);
}
