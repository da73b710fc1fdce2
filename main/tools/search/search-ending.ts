import type { ToolFailure } from '../../registry/capability.ts';
import { fail } from '../../sandbox/refusal.ts';
import type { SearchEnding } from './pool.ts';

/** A search that was not done, as the tool's answer. */
export function notDone(ending: Exclude<SearchEnding, { kind: 'done' }>, timeoutMs: number): ToolFailure {
  if (ending.kind === 'stopped') return { ...fail('stopped', 'The search was stopped.'), outcome: 'stopped' };
  if (ending.kind === 'timeout')
    return fail(
      'timeout',
      `The search did not end within ${timeoutMs} ms. Search a smaller folder or use a simpler pattern.`,
    );
  return fail('search_failed', `The search could not be done: ${ending.text}`);
}
