import type { Capability, Gate } from './capability.ts';
import { isOpenTo } from './matrix.ts';
import { allowedClasses, type Caller } from './policy.ts';

/** The same words for a name that does not exist and one outside the caller's ceiling. */
export function unknownCapability(name: string): Gate {
  return { code: 'unknown_capability', text: `Unknown capability: ${name.slice(0, 100)}` };
}

/** A list of capabilities in the order of their names; `snapshot` is what a run keeps. */
export interface Registry {
  /** Fails with `duplicate_name` (an Error with that `code`) when the name is taken. */
  register(capability: Capability): void;
  unregister(name: string): void;
  /**
   * A capability that is known but not registered now, with the reason: switched off, or a part of it is not
   * installed. It is listed and never advertised; an owner who calls it by name is told the reason.
   */
  declare(capability: Capability, reason: Gate): void;
  /** What was declared and is not registered. */
  declared(): readonly { capability: Capability; reason: Gate }[];
  /** All of them, whoever asks. Never a path to a model. */
  all(): readonly Capability[];
  /** What this caller's run may see and call; does not change afterwards. */
  snapshot(caller: Caller): Surface;
}

/** The capabilities of one run. */
export interface Surface {
  readonly caller: Caller;
  /** Sent to the model, sorted by name so that the request is byte-stable. */
  readonly advertised: readonly Capability[];
  /** Callable by name: a superset of `advertised`. Every gate is checked again at the call. */
  find(name: string): Capability | null;
  /** Null when the call may run now; the one boundary that every execution passes. */
  authorize(name: string): Gate | null;
}

export class RegistryError extends Error {
  readonly code: 'duplicate_name';
  constructor(name: string) {
    super(`A capability named ${name} is already registered.`);
    this.code = 'duplicate_name';
  }
}

export function createRegistry(): Registry {
  const byName = new Map<string, Capability>();
  const known = new Map<string, { capability: Capability; reason: Gate }>();
  const declared = () => [...known.values()].filter((one) => !byName.has(one.capability.name));
  const sorted = () => [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    register(capability) {
      if (byName.has(capability.name)) throw new RegistryError(capability.name);
      byName.set(capability.name, capability);
    },
    unregister: (name) => void byName.delete(name),
    declare: (capability, reason) => void known.set(capability.name, { capability, reason }),
    declared,
    all: sorted,
    snapshot: (caller) => createSurface(sorted(), declared(), caller),
  };
}

function createSurface(
  capabilities: readonly Capability[],
  off: readonly { capability: Capability; reason: Gate }[],
  caller: Caller,
): Surface {
  const reasons = new Map(
    off.filter((one) => isWithinCeiling(one.capability, caller)).map((one) => [one.capability.name, one.reason]),
  );
  const within = new Map(capabilities.filter((one) => isWithinCeiling(one, caller)).map((one) => [one.name, one]));
  const all = new Map([...off.map((one) => one.capability), ...capabilities].map((one) => [one.name, one]));
  return {
    caller,
    advertised: [...within.values()].filter((one) => one.available() === null && one.advertise(caller) === null),
    find: (name) => within.get(name) ?? null,
    authorize(name) {
      const capability = within.get(name);
      if (!capability) return reasons.get(name) ?? absenceGate(all.get(name), caller) ?? unknownCapability(name);
      return capability.available() ?? capability.authorize(caller);
    },
  };
}

/**
 * What a closed tool may say of itself. A run of the owner hears the tool's own reason where only the matrix keeps it
 * out, or where only the owner's presence is missing; anybody else learns nothing.
 */
function absenceGate(capability: Capability | undefined, caller: Caller): Gate | null {
  if (!capability || caller.trust !== 'operator' || !isListed(capability, caller)) return null;
  if (isClassOpen(capability, caller)) return capability.authorize(caller);
  const isAway = caller.origin === 'unattended' && caller.depth === 0;
  const present: Caller = { ...caller, origin: 'interactive', replyPort: true, scheduled: false };
  return isAway && isClassOpen(capability, present) ? capability.authorize(caller) : null;
}

/** Policy class, owner-only and the authorization matrix, before the tool's own gate. */
export function isWithinCeiling(capability: Capability, caller: Caller): boolean {
  return isClassOpen(capability, caller) && isOpenTo(capability.name, caller);
}

function isClassOpen(capability: Capability, caller: Caller): boolean {
  if (caller.trust !== 'operator' && capability.ownerOnly) return false;
  return allowedClasses(caller).has(capability.policy);
}

/** A run confined to some tools hears nothing of others. */
function isListed({ name }: Capability, { allowedTools }: Caller): boolean {
  return allowedTools?.includes(name) ?? true;
}
