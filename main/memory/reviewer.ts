import type { ModelRouter } from '../agent/model-client.ts';
import type { Clock, Ids, Log } from '../agent/ports.ts';
import { userTrust } from '../agent/user-entry.ts';
import type { MemoryConfig } from '../config/config-port.ts';
import type { KnownSecrets } from '../config/known-secrets.ts';
import type { Caller } from '../registry/policy.ts';
import type { MemoryStore } from '../store/memory-port.ts';
import type { ReviewMessage, ReviewState, ReviewStore } from '../store/memory-review-port.ts';
import { applyReview } from './apply-review.ts';
import { type Asked, askReviewer, CALL_TIMEOUT_MS, reviewRoutes } from './ask-reviewer.ts';
import { packMessages } from './pack-messages.ts';
import { ProfileOverCap } from './profile.ts';
import type { ProfileFiles } from './profile-files.ts';
import { readAnswer } from './review-output.ts';
import { reviewRequest } from './review-prompt.ts';
import { selectorOf } from './scope.ts';

/** The name a review's cost is booked under. */
export const REVIEW_AGENT = 'memory-review';
/** Conversations that one pass looks at. */
const PER_PASS = 3;
const PER_ASKED_PASS = 50;
const LOOKED_AT = 200;
const HOUR_MS = 3_600_000;

/** True of every conversation alike. */
const HOPELESS = new Set<Skip>(['disabled', 'no_model']);

/** Why a review did not take place. */
export type Skip =
  | 'disabled'
  | 'under_interval'
  | 'in_failure_backoff'
  | 'no_new_messages'
  | 'concurrent_run'
  | 'no_model';
export type ReviewEnd =
  | { kind: 'skipped'; why: Skip }
  | { kind: 'done'; changed: number }
  | { kind: 'failed'; code: string };

export interface ReviewerParts {
  store: MemoryStore;
  reviews: ReviewStore;
  files: ProfileFiles;
  models: ModelRouter;
  known: Pick<KnownSecrets, 'holds'>;
  settings(): MemoryConfig;
  clock: Clock;
  ids: Ids;
  log: Log;
  onChange(): void;
}

/** Makes lasting memory of what the owner says, behind the conversations: no reply ever waits for it. */
export interface Reviewer {
  /** A turn has ended: its conversation is noted, and what is due is reviewed. Returns at once. */
  noteTurn(caller: Caller): void;
  /** Everything that waits, whatever its time; joins the pass that runs. */
  runNow(): Promise<ReviewEnd[]>;
  isRunning(): boolean;
  /** Ends a running review as if it had not begun. */
  close(): Promise<void>;
}

export function createReviewer(parts: ReviewerParts): Reviewer {
  const { reviews, settings, clock, log, onChange } = parts;
  const closing = new AbortController();
  let running: Promise<ReviewEnd[]> | null = null;

  /** Passes without an asking look far, since most of what waits is not due yet, and ask little. */
  const pass = async (asked: boolean): Promise<ReviewEnd[]> => {
    const ends: ReviewEnd[] = [];
    let left = asked ? PER_ASKED_PASS : PER_PASS;
    for (const state of reviews.pending(LOOKED_AT)) {
      if (closing.signal.aborted || left === 0) break;
      const end = await review(state, asked, parts, closing.signal);
      ends.push(end);
      if (end.kind !== 'skipped') left -= 1;
      else if (HOPELESS.has(end.why)) break;
    }
    return ends;
  };
  const start = (asked: boolean): Promise<ReviewEnd[]> => {
    if (!running) {
      running = pass(asked)
        .catch((error: unknown): ReviewEnd[] => {
          log.error('memory.review_broke', { error });
          return [{ kind: 'failed', code: 'internal' }];
        })
        .finally(() => {
          running = null;
          onChange();
        });
      onChange();
    }
    return running;
  };

  return {
    noteTurn(caller) {
      if (userTrust(caller) !== 'owner' || !settings().enabled) return;
      reviews.touch(selectorOf(caller), caller.conversationId, clock.now(), caller.shared);
      if (settings().reviewIntervalHours > 0 && !closing.signal.aborted) void start(false);
    },
    async runNow() {
      if (running) await running;
      return await start(true);
    },
    isRunning: () => running !== null,
    async close() {
      closing.abort(new Error('The host ends.'));
      await running;
    },
  };
}

/** Every gate in its order; the claim is the last of them. `asked` by the owner skips the times. */
function gate(state: ReviewState, asked: boolean, settings: MemoryConfig, now: number): Skip | null {
  if (!settings.enabled || (!asked && settings.reviewIntervalHours === 0)) return 'disabled';
  if (asked) return null;
  const since = state.lastReviewedAt ?? state.pendingSince ?? now;
  if (now - since < settings.reviewIntervalHours * HOUR_MS) return 'under_interval';
  const failed = state.lastFailedAt;
  return failed !== null && now - failed < settings.reviewFailureBackoffMs ? 'in_failure_backoff' : null;
}

async function review(
  state: ReviewState,
  asked: boolean,
  parts: ReviewerParts,
  signal: AbortSignal,
): Promise<ReviewEnd> {
  const { reviews, clock, ids, log, models } = parts;
  const settings = parts.settings();
  const why = gate(state, asked, settings, clock.now());
  if (why) return { kind: 'skipped', why };
  const found = reviews.messages(state.conversationId, state.lastReviewedMessageId, settings.reviewMaxMessages);
  const messages = packMessages(found, settings.reviewInputTokens);
  if (messages.length === 0) {
    reviews.idle(state);
    return { kind: 'skipped', why: 'no_new_messages' };
  }
  const clients = await reviewRoutes(models);
  if (clients === null || clients.length === 0) return { kind: 'skipped', why: 'no_model' };
  const sessionId = ids.next('memory_review');
  const now = clock.now();
  const lease = Math.max(settings.reviewFailureBackoffMs, CALL_TIMEOUT_MS);
  if (!reviews.claim(state, sessionId, now, now + lease)) return { kind: 'skipped', why: 'concurrent_run' };
  reviews.begin({ id: sessionId, conversationId: state.conversationId, startedAt: now });
  const shown = parts.files.current();
  const end = await askReviewer(clients, reviewRequest(shown, messages), { clock, log, signal });
  const shownIds = new Set(shown.flatMap(({ rows }) => rows.map((row) => row.id)));
  const result = end.ok ? apply(end.response.text, { state, sessionId, messages, shownIds }, parts) : failedAsk(end);
  settle(state, sessionId, result, end, parts);
  return result;
}

interface Applied {
  state: ReviewState;
  sessionId: string;
  messages: readonly ReviewMessage[];
  shownIds: ReadonlySet<string>;
}

/** All operations, the cursor and the claim in one transaction, or nothing. */
function apply(text: string, run: Applied, parts: ReviewerParts): ReviewEnd {
  const { store, reviews, files, known, clock, log } = parts;
  const { state, sessionId, messages } = run;
  const answer = readAnswer(text, run.shownIds);
  if (!answer.ok) return { kind: 'failed', code: answer.code };
  const last = messages.at(-1)?.seq ?? state.lastReviewedMessageId;
  try {
    const changed = files.change(() => {
      const count = applyReview(answer.operations, { store, known, settings: parts.settings(), state, sessionId });
      const next = reviews.messages(state.conversationId, last, 1)[0]?.at ?? null;
      if (!reviews.succeed(state, sessionId, clock.now(), last, next)) throw new ClaimLost();
      return count;
    });
    return { kind: 'done', changed };
  } catch (error) {
    if (error instanceof ProfileOverCap || error instanceof ClaimLost) return { kind: 'failed', code: error.code };
    log.error('memory.review_not_kept', { sessionId, error });
    return { kind: 'failed', code: 'not_kept' };
  }
}

class ClaimLost extends Error {
  readonly code = 'claim_lost';
}

function failedAsk({ code }: Extract<Asked, { ok: false }>): ReviewEnd {
  return { kind: 'failed', code };
}

/** The claim, the record of what it cost, and one line of the log. Values of memory are in none of them. */
function settle(state: ReviewState, sessionId: string, result: ReviewEnd, asked: Asked, parts: ReviewerParts): void {
  const { reviews, clock, log } = parts;
  const code = result.kind === 'failed' ? result.code : null;
  if (code === 'aborted') reviews.release(state, sessionId);
  else if (code !== null) reviews.fail(state, sessionId, clock.now(), code);
  const changed = result.kind === 'done' ? result.changed : 0;
  const usage = asked.ok ? asked.response.usage : {};
  const cost = {
    model: asked.ok ? asked.response.model : null,
    inputTokens: usage.inputTokens ?? null,
    outputTokens: usage.outputTokens ?? null,
    costUsd: usage.costUsd ?? null,
  };
  const told = code ?? (changed > 0 ? 'changed' : 'nothing');
  reviews.end(sessionId, { endedAt: clock.now(), result: told, changed, ...cost });
  log.info('memory.review', { agent: REVIEW_AGENT, sessionId, result: told, changed, ...cost });
}
