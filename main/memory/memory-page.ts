import type { MemoryItem, MemoryState } from '../../protocol/ipc/memory.ts';
import type { Clock } from '../agent/ports.ts';
import type { MemoryRow } from '../store/memory-port.ts';
import type { Memory } from './create-memory.ts';
import { exportMemory } from './export-memory.ts';
import type { MemoryPage } from './memory-port.ts';
import { MemoryProblem } from './owner-memory.ts';
import type { ReviewEnd } from './reviewer.ts';

/** Memory in the words of the window. `titleOf`: null for a conversation that is gone. */
export function createMemoryPage(parts: {
  memory: Memory;
  clock: Clock;
  titleOf(conversationId: string): string | null;
}): MemoryPage {
  const { memory, clock } = parts;
  const { owner } = memory;
  const toItem = (row: MemoryRow) => itemOf(row, parts.titleOf);
  return {
    list: (filter) => owner.list(filter).map(toItem),
    change: (id, change) => toItem(owner.change(id, change)),
    archive: (id, archived) => owner.archive(id, archived),
    remove: (id) => owner.remove(id),
    exported: (format) => exportMemory(owner.everything(), format, clock.now()),
    state: () => stateOf(memory),
    async review() {
      const problem = problemOf(await memory.reviewNow());
      if (problem) throw problem;
    },
  };
}

const PROFILE_FILES = { user_md: 'USER.md', memory_md: 'MEMORY.md', none: null } as const;

function itemOf(row: MemoryRow, titleOf: (id: string) => string | null): MemoryItem {
  const title = row.sessionId === null ? null : titleOf(row.sessionId);
  return {
    id: row.id,
    scope: row.scopeType,
    scopeId: row.scopeId,
    conversation: title === null || row.sessionId === null ? null : { id: row.sessionId, title },
    category: row.category,
    key: row.key,
    value: row.value,
    profile: row.archived || row.trust !== 'owner' ? null : PROFILE_FILES[row.target],
    archived: row.archived,
    archiveReason: row.archiveReason,
    trust: row.trust,
    source: row.source?.name ?? null,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

function stateOf(memory: Memory): MemoryState {
  const { lastReview, ...facts } = memory.facts();
  if (!lastReview) return { ...facts, lastReview };
  const { startedAt: at, result, changed, model, inputTokens, outputTokens, costUsd } = lastReview;
  return { ...facts, lastReview: { at, result, changed, model, inputTokens, outputTokens, costUsd } };
}

const REASONS: Record<string, string> = {
  disabled: 'Memory is switched off.',
  no_model: 'A review needs a connected model; direct mode has none.',
  timeout: 'The model did not answer in time. What was said waits for the next review.',
  model_failed: 'The model could not be asked. What was said waits for the next review.',
  invalid_answer: 'The model answered in a form that cannot be used, so nothing was changed.',
  unknown_id: 'The model named something that is not there, so nothing was changed.',
  profile_over_cap: 'The profile is full, so nothing was changed. Forget something that stands in it.',
};

/** What the owner who asked for a review has to be told; null when it went well or there was nothing to do. */
function problemOf(ends: readonly ReviewEnd[]): MemoryProblem | null {
  for (const end of ends) {
    const code = end.kind === 'failed' ? end.code : end.kind === 'skipped' ? end.why : null;
    if (code === null || code === 'no_new_messages' || code === 'concurrent_run') continue;
    return new MemoryProblem(code, REASONS[code] ?? 'The review failed, so nothing was changed.');
  }
  return null;
}
