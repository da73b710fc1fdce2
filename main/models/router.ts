import type { ModelClient, ModelRouter } from '../agent/model-client.ts';
import type { ConfigStore } from '../config/config-port.ts';
import type { ChoiceResolver } from './resolve-choice.ts';

/**
 * Who answers the next turn: the provider whose block is primary, or direct mode when none is. A choice that cannot
 * work now is an error with its reason; it never falls back to anything the owner did not choose.
 */
export function createRouter(
  config: Pick<ConfigStore, 'current'>,
  choices: ChoiceResolver,
  direct: ModelClient,
): ModelRouter {
  return {
    async current() {
      const primary = Object.entries(config.current().providers).find(([, block]) => block.primary);
      if (!primary) return { ok: true, client: direct };
      return await choices.resolve(...primary);
    },
  };
}
