import type {
  Effort,
  ModelClient,
  ModelError,
  ModelRouter,
  RouteChoice,
  RouteWish,
  RunPurpose,
} from '../agent/model-client.ts';
import type { Log } from '../agent/ports.ts';
import type { Config, ConfigStore, ProviderConfig, RouteOverlay } from '../config/config-port.ts';
import { findProvider } from '../config/providers.ts';
import type { ChoiceResolver } from './resolve-choice.ts';
import { createFailover, type Route, type RouteWatch } from './routes/failover.ts';
import type { ProviderHealth } from './routes/health.ts';
import { providersOf, routeProblem } from './routes/pairing.ts';
import { primaryOf, standIns } from './routes/route-chain.ts';

export interface RouterParts {
  config: Pick<ConfigStore, 'current'>;
  choices: ChoiceResolver;
  /** Answers while no provider is primary. */
  direct: ModelClient;
  health: ProviderHealth;
  log: Log;
}

/**
 * Who answers the next turn: the provider whose block is primary, or direct mode when none is. A choice that cannot
 * work now (no key, no model) is an error with its reason; one that fails when it is called is followed by the others.
 * The settings are read anew for every run, so that a change counts from the next one on.
 */
export function createRouter(parts: RouterParts): ModelRouter {
  const { config, choices, direct, health, log } = parts;
  const watch: RouteWatch = {
    answered: ({ info }) => health.answered(info.provider),
    failed: ({ info }, error) => health.failed(info.provider, error),
    moved({ info: from }, { info: to }, error) {
      health.replaced(from.provider, to.id);
      log.warn('model_failover', { from: from.id, to: to.id, kind: error.kind });
    },
  };

  const toRoute = async (name: string, block: ProviderConfig): Promise<Route | { error: ModelError }> => {
    const choice = await choices.resolve(name, block);
    if (!choice.ok) return { error: choice.error };
    return { client: choice.client, label: labelOf(choice.client), effort: block.reasoningEffort };
  };

  /** The routes of these providers; one that cannot be used now is left out. */
  async function* routes(names: readonly string[], { providers }: Config): AsyncGenerator<Route> {
    for (const name of names) {
      const block = providers[name];
      const route = block && (await toRoute(name, block));
      if (route && !('error' in route)) yield route;
      else if (route) log.warn('model_route_skipped', { provider: name, kind: route.error.kind });
    }
  }

  const choose = async (name: string, block: ProviderConfig, others: string[]): Promise<RouteChoice> => {
    const choice = await choices.resolve(name, block);
    if (!choice.ok) return choice;
    const lead = { client: choice.client, label: labelOf(choice.client), effort: block.reasoningEffort };
    const client = createFailover(lead, routes(others, config.current()), watch);
    return { ...choice, client };
  };

  const current = async (): Promise<RouteChoice> => {
    const settings = config.current();
    const primary = primaryOf(settings);
    const block = primary === null ? undefined : settings.providers[primary];
    if (primary === null || !block) return { ok: true, client: direct };
    return await choose(primary, block, standIns(settings, primary));
  };

  return {
    current,
    async route(purpose, wish = {}) {
      const settings = config.current();
      const overlay = await merge(settings, purpose, wish);
      if (overlay.provider === null) return await current();
      const { provider } = overlay;
      const problem = await routeProblem(overlay);
      if (problem !== null) return refuse(provider, problem);
      const own = settings.providers[provider];
      if (!own) return refuse(provider, `${findProvider(provider)?.label ?? provider} is not connected.`);
      const main = primaryOf(settings);
      const inherited = main === null || main === provider ? [] : [main];
      const others = standIns(settings, provider).filter((name) => name !== main);
      const isOther = overlay.model !== null && overlay.model !== own.defaultModel;
      const block: ProviderConfig = {
        ...own,
        defaultModel: overlay.model ?? own.defaultModel,
        reasoningEffort: overlay.effort ?? own.reasoningEffort,
        contextWindow: isOther ? null : own.contextWindow,
      };
      return await choose(provider, block, [...inherited, ...others]);
    },
    async fallbacks() {
      const settings = config.current();
      const primary = primaryOf(settings);
      const found: ModelClient[] = [];
      if (primary === null) return found;
      for await (const route of routes(standIns(settings, primary), settings)) found.push(route.client);
      return found;
    },
  };
}

function labelOf({ info }: ModelClient): string {
  return `${findProvider(info.provider)?.label ?? info.provider} (${info.label})`;
}

/**
 * The overlay of a purpose with one run's own wish above it. A wished model brings its provider when the catalogue knows
 * it; an overlay without a provider is about the primary one. Provider null: nothing differs from the main model.
 */
async function merge(settings: Config, purpose: RunPurpose, wish: RouteWish): Promise<RouteOverlay> {
  const set = settings.routing[purpose];
  const primary = primaryOf(settings);
  const isOwnModel = wish.provider === undefined || wish.provider === (set.provider ?? primary);
  const model = wish.model ?? (isOwnModel ? set.model : null);
  const effort: Effort | null = wish.effort ?? set.effort;
  const inferred = wish.model === undefined ? null : await infer(wish.model, settings, set.provider ?? primary);
  const isSet = model !== null || effort !== null || wish.provider !== undefined || set.provider !== null;
  const provider = wish.provider ?? inferred ?? set.provider ?? (isSet ? primary : null);
  return { provider, model, effort };
}

/** The connected provider a model's name belongs to; the usual one when it has it too. */
async function infer(model: string, { providers }: Config, usual: string | null): Promise<string | null> {
  const owners = (await providersOf(model)).filter((name) => providers[name]);
  return usual !== null && owners.includes(usual) ? usual : (owners[0] ?? null);
}

function refuse(provider: string, message: string): RouteChoice {
  return { ok: false, error: { kind: 'invalid_request', provider, stage: 'before_response', message } };
}
