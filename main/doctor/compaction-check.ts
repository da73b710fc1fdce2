import type { Config } from '../config/config-port.ts';
import { type Check, ok, warn } from './check.ts';

/** When long conversations are shortened. */
export function compactionCheck(config: () => Promise<Config>): Check {
  return {
    id: 'compaction',
    async run() {
      const { enabled, threshold } = (await config()).compaction;
      if (!enabled)
        return warn(
          'Long conversations are not shortened: the model refuses them at the end of its window.',
          'Set fermix_core.compaction.enabled to true.',
        );
      return ok(`Long conversations are shortened at ${Math.round(threshold * 100)} % of the model's context window.`);
    },
  };
}
