import type { Registry } from '../registry/registry.ts';

/**
 * A capability that is registered only while it can be had, and otherwise listed with the reason. The answer looks again;
 * call it after anything changed that decides.
 */
export function keepRegistered(registry: Registry, name: string): () => void {
  const capability = registry.all().find((one) => one.name === name);
  if (!capability) throw new Error(`There is no capability ${name}.`);
  return () => {
    const reason = capability.available();
    registry.unregister(name);
    if (reason) registry.declare(capability, reason);
    else registry.register(capability);
  };
}
