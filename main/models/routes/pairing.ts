import type { Effort } from '../../agent/model-client.ts';
import { findProvider, PROVIDERS } from '../../config/providers.ts';
import { hasCatalogue, loadCatalogue } from '../catalogue.ts';

/** What is wrong with a route, in a sentence; null when nothing is. */
export async function routeProblem(route: {
  provider: string | null;
  model: string | null;
  effort: Effort | null;
}): Promise<string | null> {
  const provider = route.provider === null ? undefined : findProvider(route.provider);
  if (route.provider !== null && !provider) return `There is no provider called ${route.provider.slice(0, 50)}.`;
  if (!provider) return null;
  if (route.effort !== null && !provider.effort) return `${provider.label} has no reasoning effort to choose.`;
  if (route.model === null) return null;
  const owner = await otherOwner(provider.name, route.model);
  return owner === null ? null : `${route.model} is a model of ${owner}, not of ${provider.label}.`;
}

/**
 * The label of another provider whose catalogue has the model while this one's has not; null otherwise. A provider
 * without a catalogue of its own (a local server, a gateway) may have any model, and a name nobody knows is allowed.
 */
async function otherOwner(provider: string, model: string): Promise<string | null> {
  if (!hasCatalogue(provider) || (await loadCatalogue(provider)).has(model)) return null;
  for (const other of PROVIDERS) {
    if (other.name !== provider && (await loadCatalogue(other.name)).has(model)) return other.label;
  }
  return null;
}

/** The providers whose catalogue has the model, in the order of the table. */
export async function providersOf(model: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of PROVIDERS) if ((await loadCatalogue(name)).has(model)) found.push(name);
  return found;
}
