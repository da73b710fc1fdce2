import type { ToolInfo } from '../../protocol/ipc/shapes.ts';
import type { Capability } from './capability.ts';
import type { Caller } from './policy.ts';
import { isWithinCeiling, type Registry } from './registry.ts';

/**
 * Every capability, known or registered, for the Tools page and `fermix tools --json`, sorted by name. `advertised`
 * and `reason` are those of this caller; nothing is left out.
 */
export function toolRows(registry: Registry, caller: Caller): ToolInfo[] {
  const registered = registry.all().map((one) => row(one, caller, true, whyNotAdvertised(one, caller)));
  const off = registry.declared().map((one) => row(one.capability, caller, false, one.reason.text));
  return [...registered, ...off].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function whyNotAdvertised(capability: Capability, caller: Caller): string | null {
  if (!isWithinCeiling(capability, caller)) {
    return `The policy class ${capability.policy} is not open to this caller.`;
  }
  return (capability.available() ?? capability.advertise(caller))?.text ?? null;
}

function row(capability: Capability, caller: Caller, registered: boolean, reason: string | null): ToolInfo {
  return {
    name: capability.name,
    category: capability.category,
    policy: capability.policy,
    ownerOnly: capability.ownerOnly,
    source: capability.source,
    registered,
    advertised: registered && reason === null,
    reason,
    description: capability.description,
    inputSchema: capability.inputSchema(caller),
  };
}
