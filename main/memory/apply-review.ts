import type { MemoryConfig } from '../config/config-port.ts';
import type { KnownSecrets } from '../config/known-secrets.ts';
import type { MemoryStore } from '../store/memory-port.ts';
import type { ReviewState } from '../store/memory-review-port.ts';
import { admit, oneLine, promoted } from './admission.ts';
import { checkRow } from './remember.ts';
import type { Operation } from './review-output.ts';
import { conversationScope } from './scope.ts';

export interface ApplyParts {
  store: MemoryStore;
  known: Pick<KnownSecrets, 'holds'>;
  settings: MemoryConfig;
  state: ReviewState;
  /** Of the review, on every row it writes. */
  sessionId: string;
}

/** Carries the operations of a review out, within the caller's transaction. Answers how many rows changed. */
export function applyReview(operations: readonly Operation[], parts: ApplyParts): number {
  const { store, settings, state, sessionId } = parts;
  let changed = 0;
  for (const one of operations) {
    if (one.op === 'replace') changed += replaceRow(one.id, oneLine(one.value), parts);
    if (one.op === 'archive') changed += archiveRow(one.id, oneLine(one.reason), store);
  }
  const admitted = admit(
    operations.filter((one) => one.op === 'add'),
    {
      ...parts,
      identity: settings,
      minConfidence: settings.minConfidence,
      conversation: conversationScope(state),
      shared: state.shared,
    },
  );
  for (const one of admitted) {
    // A row of a conversation goes with that conversation; every other one names the review it came from.
    const session = one.scopeType === 'conversation' ? state.conversationId : sessionId;
    store.put({ ...promoted(one), sessionId: session, runId: sessionId, trust: 'owner' });
  }
  return changed + admitted.length;
}

/** The owner may have removed the row while the model thought. */
function replaceRow(id: string, value: string, { store, known }: ApplyParts): number {
  const row = store.get(id);
  if (!row || row.archived || row.value === value || checkRow({ key: row.key, value }, known)) return 0;
  store.change(id, { value });
  return 1;
}

function archiveRow(id: string, reason: string, store: MemoryStore): number {
  const row = store.get(id);
  if (!row || row.archived) return 0;
  store.archive(id, reason.slice(0, 500) || 'No longer holds.');
  return 1;
}
