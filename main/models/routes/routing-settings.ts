import type { ConfigStore, ConfigValue, RouteOverlay } from '../../config/config-port.ts';
import { EFFORTS, findProvider } from '../../config/providers.ts';
import { ModelsError } from '../models-error.ts';
import { routeProblem } from './pairing.ts';
import { primaryOf } from './route-chain.ts';
import type { ModelRouting } from './routing-port.ts';

const KEYS = { provider: 'provider', model: 'model', effort: 'reasoning_effort' } as const;
const LONGEST_MODEL = 200;

export function createModelRouting(config: Pick<ConfigStore, 'current' | 'write'>): ModelRouting {
  return {
    read: () => config.current().routing,
    async change(purpose, changes) {
      const settings = config.current();
      const merged = { ...settings.routing[purpose], ...changes };
      const problem = fieldProblem(merged) ?? (await routeProblem(withProvider(merged, primaryOf(settings))));
      if (problem !== null) throw new ModelsError('invalid_value', problem);
      const writes: Record<string, ConfigValue | null> = {};
      for (const field of ['provider', 'model', 'effort'] as const) {
        const value = changes[field];
        if (value !== undefined) writes[`fermix_core.routing.${purpose}_${KEYS[field]}`] = value;
      }
      await config.write(writes);
    },
    async setFallbacks(order) {
      const unknown = order?.find((name) => !findProvider(name));
      if (unknown !== undefined) {
        throw new ModelsError('invalid_value', `There is no provider called ${unknown.slice(0, 50)}.`);
      }
      await config.write({ 'fermix_core.routing.fallback_order': order === null ? null : [...new Set(order)] });
    },
  };
}

/** A route without a provider is about the primary one. */
function withProvider(overlay: RouteOverlay, primary: string | null): RouteOverlay {
  return { ...overlay, provider: overlay.provider ?? primary };
}

function fieldProblem({ model, effort }: RouteOverlay): string | null {
  if (model !== null && /\p{Cc}/u.test(model)) return "A model's name must not contain control characters.";
  if (model !== null && (model === '' || model.length > LONGEST_MODEL)) {
    return `A model's name has 1 to ${LONGEST_MODEL} characters.`;
  }
  if (effort !== null && !EFFORTS.includes(effort)) return `The effort must be one of ${EFFORTS.join(', ')}.`;
  return null;
}
