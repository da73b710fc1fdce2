import type { AgentPorts } from '../agent-ports.ts';
import type { LiveConversations } from '../live-conversations.ts';
import { loadHistory } from '../load-history.ts';
import type { ModelClient } from '../model-client.ts';
import type { StoredDivider } from '../store-port.ts';
import { addNotice, type TurnScope } from '../turn-scope.ts';
import { chooseTurns } from './choose-turns.ts';
import { summarise } from './summarise.ts';
import { turnText } from './transcript-text.ts';

/** After a failure a conversation is left alone for this long, ms. */
const BACK_OFF_MS = 60_000;

export type CompactEnd =
  | { ok: true; turns: number }
  | { ok: false; code: 'nothing_to_compact' | 'compaction_failed' | 'no_model'; text: string };

/** Replaces the older part of what a model is sent of a conversation by a summary. The conversation itself stays whole. */
export interface Compactor {
  /**
   * When the last turn came near the window; says so in the conversation, and answers whether it did. `peak` is the
   * largest prompt of that turn as the provider counted it; without one nothing is done. Never throws.
   */
  beforeTurn(scope: TurnScope, client: ModelClient, peak: number | null): Promise<boolean>;
  /** Whether a turn that filled this share of the window is followed by a summary. */
  isDue(conversationId: string, fill: number | null): boolean;
  /** The summary after a turn; never throws, and changes nothing about that turn. */
  afterTurn(conversationId: string, signal: AbortSignal): Promise<void>;
  /** Whatever its length, because the owner asks for it. Never throws. */
  now(conversationId: string, signal: AbortSignal): Promise<CompactEnd>;
}

export function createCompactor(ports: AgentPorts, live: LiveConversations): Compactor {
  const failedAt = new Map<string, number>();
  const { store, clock, log } = ports;

  const isDue = (conversationId: string, fill: number | null): boolean => {
    const { compaction, digestThreshold } = ports.settings();
    if (!compaction || fill === null || fill < digestThreshold) return false;
    const failed = failedAt.get(conversationId);
    return failed === undefined || clock.now() - failed >= BACK_OFF_MS;
  };

  const compact = async (conversationId: string, client: ModelClient, signal: AbortSignal): Promise<CompactEnd> => {
    const { summary, turns } = loadHistory(store, conversationId);
    const ended = turns.filter(
      (turn) => turn.user.status === 'sent' && turn.user.turnId !== runningTurn(conversationId),
    );
    if (ended.length === 0) return NOTHING;
    const { summarised, kept } = chooseTurns(ended, client.info.contextWindow);
    const fallbacks = (await ports.models.fallbacks?.()) ?? [];
    const about = { purpose: 'summary' as const, conversationId, turnId: '' };
    const maker = { clients: [client, ...fallbacks], effort: ports.settings().digestEffort, signal, log, about };
    const end = await summarise(summary, summarised.map(turnText), maker);
    if (!end.ok) return { ok: false, code: 'compaction_failed', text: end.reason };
    const divider: StoredDivider = {
      kind: 'divider',
      id: ports.ids.next('div'),
      at: clock.now(),
      reason: 'compacted',
      summary: end.text,
      from: kept[0]?.user.turnId ?? runningTurn(conversationId) ?? null,
      usage: end.usage,
      model: end.model,
    };
    const { from: _from, usage: _usage, model: _model, ...entry } = divider;
    live.save(conversationId, divider);
    live.emit(conversationId, { type: 'divider-add', entry });
    live.emit(conversationId, { type: 'usage-add', turnId: '', usage: end.usage });
    return { ok: true, turns: summarised.length };
  };

  const runningTurn = (conversationId: string) => live.state(conversationId)?.turn?.turnId;

  /** Whatever goes wrong: the history stays as it was. */
  const attempt = async (conversationId: string, client: ModelClient, signal: AbortSignal): Promise<CompactEnd> => {
    live.emit(conversationId, { type: 'compaction-start' });
    try {
      const end = await compact(conversationId, client, signal);
      if (end.ok) failedAt.delete(conversationId);
      else if (end.code === 'compaction_failed' && !signal.aborted) fail(conversationId, end.text);
      return end;
    } catch (error) {
      fail(conversationId, String(error));
      return {
        ok: false,
        code: 'compaction_failed',
        text: 'The summary could not be kept. The details are in the log.',
      };
    } finally {
      live.emit(conversationId, { type: 'compaction-end' });
    }
  };

  const fail = (conversationId: string, reason: string) => {
    failedAt.set(conversationId, clock.now());
    log.warn('compaction_failed', { conversationId, reason });
  };

  return {
    async beforeTurn(scope, client, peak) {
      const { conversationId, turnId, signal } = scope;
      const { scripted, contextWindow } = client.info;
      if (scripted || peak === null || !isDue(conversationId, peak / contextWindow)) return false;
      const end = await attempt(conversationId, client, signal);
      if (end.ok) addNotice(ports, live, conversationId, turnId, COMPACTED);
      return end.ok;
    },
    isDue,
    async afterTurn(conversationId, signal) {
      try {
        const route = await ports.models.current();
        if (route.ok) await attempt(conversationId, route.client, signal);
      } catch (error) {
        log.warn('compaction_failed', { conversationId, reason: String(error) });
      }
    },
    async now(conversationId, signal) {
      const route = await ports.models.current();
      if (!route.ok) return { ok: false, code: 'no_model', text: route.error.message };
      if (route.client.info.scripted) {
        return { ok: false, code: 'no_model', text: 'Summarising needs a model; direct mode has none.' };
      }
      return await attempt(conversationId, route.client, signal);
    },
  };
}

const NOTHING: CompactEnd = {
  ok: false,
  code: 'nothing_to_compact',
  text: 'There is nothing to summarise yet.',
};

const COMPACTED = {
  tone: 'info',
  code: 'compacted',
  text: 'The conversation had grown long, so its older part was summarised for the model. Nothing of it is deleted.',
} as const;
