import type { AssistantMessage, Model } from '@earendil-works/pi-ai';
import type { Usage } from '../../../protocol/conversation/message.ts';

/**
 * Usage in our terms: `inputTokens` counts the whole prompt, of which cache reads and writes are parts. Empty when the
 * provider did not report any. The cost is an estimate, absent where the catalogue has no price.
 */
export function readUsage(message: AssistantMessage, model: Model<string>, reported: boolean): Usage {
  if (!reported) return {};
  const { input, output, cacheRead, cacheWrite, reasoning, totalTokens, cost } = message.usage;
  const hasPrice = model.cost.input > 0 || model.cost.output > 0;
  return {
    inputTokens: input + cacheRead + cacheWrite,
    outputTokens: output,
    totalTokens: totalTokens || input + cacheRead + cacheWrite + output,
    ...(cacheRead > 0 ? { cacheReadTokens: cacheRead } : {}),
    ...(cacheWrite > 0 ? { cacheWriteTokens: cacheWrite } : {}),
    ...(reasoning ? { reasoningTokens: reasoning } : {}),
    ...(hasPrice ? { costUsd: cost.total } : {}),
  };
}
