import type { Usage } from '../../../protocol/conversation/message.ts';
import { addUsage } from '../../../protocol/conversation/usage.ts';
import type { WorkerEnd } from './subagents-port.ts';

/** What all workers of a call used. */
export function totalUsage(ends: readonly WorkerEnd[]): Usage {
  return ends.reduce<Usage>((sum, end) => addUsage(sum, end.usage), {});
}
