import type { ApprovalEntry } from '../../protocol/conversation/entry.ts';
import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import type { ApprovalCards } from '../agent/agent-ports.ts';
import type { Clock, Ids, Log } from '../agent/ports.ts';
import type { Answerer, AnswerResult, Approvals, Question } from './ports.ts';
import { createTokens, TOKEN_TTL_MS } from './tokens.ts';

/** Channels whose process is gone after one answer: there is nothing to take up again. */
const ONE_SHOT = new Set(['cli']);

/** Cards whose answer, come too late, is told from one that never was. */
const REMEMBERED_CARDS = 200;

export interface ApprovalsPorts {
  clock: Clock;
  ids: Ids;
  log: Log;
  cards: ApprovalCards;
}

interface Pending {
  id: string;
  question: Question;
  expiresAt: number;
  /** Ends the countdown. */
  settled: AbortController;
}

/** Questions to the owner. The token of each stays in here; whoever shows the card knows its id alone. */
export function createApprovals({ clock, ids, log, cards }: ApprovalsPorts): Approvals {
  const tokens = createTokens<Pending>(clock, ids);
  const tokenOf = new Map<string, string>();

  const remember = (id: string, token: string): void => {
    tokenOf.set(id, token);
    const oldest = tokenOf.keys().next().value;
    if (tokenOf.size > REMEMBERED_CARDS && oldest !== undefined) tokenOf.delete(oldest);
  };

  const find = ({ caller, kind, key }: Question): Pending | undefined =>
    tokens.values().find((one) => {
      const asked = one.question;
      const sameOrigin =
        asked.caller.channel === caller.channel && asked.caller.conversationId === caller.conversationId;
      return sameOrigin && asked.kind === kind && asked.key === key && clock.now() < one.expiresAt;
    });

  const countDown = async (token: string, pending: Pending): Promise<void> => {
    try {
      await clock.sleep(TOKEN_TTL_MS, pending.settled.signal);
    } catch {
      return;
    }
    if (tokens.expire(token)) cards.end(pending.question.caller.conversationId, pending.id, 'expired');
  };

  const ask = (question: Question): { id: string; existing: boolean } => {
    const existing = find(question);
    if (existing) return { id: existing.id, existing: true };
    const { conversationId, channel } = question.caller;
    const id = ids.next('approval');
    const pending: Pending = { id, question, expiresAt: clock.now() + TOKEN_TTL_MS, settled: new AbortController() };
    cards.show(conversationId, cardOf(pending, clock.now()));
    const { token } = tokens.issue({ channel, conversationId }, pending);
    remember(id, token);
    countDown(token, pending).catch((error: unknown) => log.error('countdown_failed', { error: String(error) }));
    return { id, existing: false };
  };

  const approve = async ({ id, question }: Pending): Promise<AnswerResult> => {
    const { caller, turnId } = question;
    try {
      const text = await question.apply();
      cards.end(caller.conversationId, id, 'approved');
      cards.tell(caller.conversationId, turnId, 'info', text);
      if (ONE_SHOT.has(caller.channel)) return { status: 'approved', text: `${text} Run the request again.` };
      cards.resume(turnId, caller);
      return { status: 'approved', text };
    } catch (error) {
      log.error('approval_not_applied', { kind: question.kind, error: String(error) });
      const text = error instanceof Error ? error.message : 'What was approved could not be carried out.';
      cards.end(caller.conversationId, id, 'failed');
      cards.tell(caller.conversationId, turnId, 'error', text);
      return { status: 'failed', text };
    }
  };

  const drop = (conversationId: string): void => {
    for (const [id, token] of tokenOf) {
      const pending = tokens.values().find((one) => one.id === id);
      if (pending?.question.caller.conversationId !== conversationId) continue;
      tokens.take(token);
      tokenOf.delete(id);
      pending.settled.abort();
    }
  };
  cards.onRemoved(drop);

  return {
    ask,
    async answer(id, allow, answerer) {
      const token = tokenOf.get(id) ?? '';
      refuseStranger(answerer);
      const { channel, conversationId, user } = answerer;
      tokens.peek(token, { channel, conversationId, ...(user === undefined ? {} : { user }) });
      const pending = tokens.take(token);
      tokenOf.delete(id);
      if (!pending) throw new RemoteError('unknown_token', 'This question is not open any more.');
      pending.settled.abort();
      if (allow) return await approve(pending);
      cards.end(conversationId, id, 'denied');
      return { status: 'denied', text: 'Denied. Nothing was changed.' };
    },
    pending: () =>
      tokens.values().map(({ id, question, expiresAt }) => {
        return { id, conversationId: question.caller.conversationId, turnId: question.turnId, expiresAt };
      }),
    drop,
  };
}

/** The agent must not be able to answer its own question, nor a guest anybody's. */
function refuseStranger({ trust, inPerson }: Answerer): void {
  if (trust !== 'operator') throw new RemoteError('not_owner', 'Only the owner can answer this.');
  if (!inPerson) {
    throw new RemoteError('not_in_person', 'This must be answered by a person, in the window or at a terminal.');
  }
}

function cardOf({ id, question, expiresAt }: Pending, at: number): ApprovalEntry {
  const { turnId, title, exact, reason } = question;
  return { kind: 'approval', id, turnId, at, title, exact, reason, expiresAt, status: 'pending' };
}
