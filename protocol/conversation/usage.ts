import type { Usage } from './message.ts';

const FIELDS = [
  'inputTokens',
  'outputTokens',
  'cacheReadTokens',
  'cacheWriteTokens',
  'reasoningTokens',
  'totalTokens',
  'costUsd',
] as const;

/** Sums two usages field by field; a field neither side reports stays absent. */
export function addUsage(left: Usage, right: Usage): Usage {
  const sum: Usage = {};
  for (const field of FIELDS) {
    if (left[field] === undefined && right[field] === undefined) continue;
    sum[field] = (left[field] ?? 0) + (right[field] ?? 0);
  }
  return sum;
}
