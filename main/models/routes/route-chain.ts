import type { Config } from '../../config/config-port.ts';
import { PROVIDERS } from '../../config/providers.ts';

/**
 * The providers that may stand in for one, in order: those of the settings' list, or every connected one in the order of
 * the table. Only a provider with a model of its own counts.
 */
export function standIns({ providers, routing }: Pick<Config, 'providers' | 'routing'>, lead: string): string[] {
  const order = routing.fallbackOrder ?? PROVIDERS.map((one) => one.name);
  return order.filter((name) => name !== lead && providers[name]?.defaultModel);
}

/** The name of the provider that answers by default, or null in direct mode. */
export function primaryOf({ providers }: Pick<Config, 'providers'>): string | null {
  return Object.entries(providers).find(([, block]) => block.primary)?.[0] ?? null;
}
