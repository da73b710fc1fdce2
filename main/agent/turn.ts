import type { TurnResult } from '../../protocol/conversation/event.ts';
import { deferSchemas } from '../registry/deferral/defer-schemas.ts';
import type { AgentPorts } from './agent-ports.ts';
import type { Compactor } from './compaction/compactor.ts';
import type { TurnReport } from './conversations-port.ts';
import { internalFailure, modelFailure, type TurnFailure } from './failure.ts';
import type { TurnRecord } from './history.ts';
import type { Inbox } from './inbox.ts';
import { loadHistory } from './load-history.ts';
import { type LoopEnd, runLoop } from './loop.ts';
import type { PictureGallery } from './pictures.ts';
import { untilAborted } from './race.ts';
import type { StoredUser } from './store-port.ts';
import { toolEndEvent } from './stored-entry.ts';
import { unrunCall } from './tool-call.ts';
import type { TurnScope } from './turn-scope.ts';

/** How a turn ended, and how near it came to the model's window. */
export interface TurnEnd {
  report: TurnReport;
  /** Share of the window that its largest prompt filled; null when no model counted any. */
  fill: number | null;
}

/** Filled in once it is known which model answers. */
interface Window {
  tokens(): number | undefined;
}

/** What a turn shares with the turns beside it. */
export interface TurnParts {
  gallery: PictureGallery;
  inbox: Inbox;
  compactor: Compactor;
}

/**
 * One turn, from the stored message to its end. Never rejects: whatever happens inside becomes the turn's result and a
 * line in the conversation.
 */
export async function runTurn(
  scope: TurnScope,
  user: StoredUser,
  parts: TurnParts,
  ports: AgentPorts,
): Promise<TurnEnd> {
  const { turnId } = scope;
  scope.emit({ type: 'turn-start', turnId, at: ports.clock.now() });
  const current: TurnRecord = { user, rows: [] };
  const window: Window = { tokens: () => undefined };
  const end = await runSafely(scope, current, { ...parts, window }, ports);
  closeOpenEntries(scope, ports);
  if (end.result === 'failed') scope.notice({ tone: 'error', ...end.failure });
  if (end.result === 'stopped') scope.notice({ tone: 'info', code: 'stopped', text: 'Stopped.' });
  scope.emit({ type: 'turn-end', turnId, at: ports.clock.now(), result: end.result });
  return {
    report: report(scope, current, end.result, end.result === 'failed' ? end.failure : null),
    fill: fillOf(current, window.tokens()),
  };
}

/** The largest prompt of a turn as the provider counted it, as a share of the model's window. */
function fillOf({ rows }: TurnRecord, contextWindow: number | undefined): number | null {
  const counts = rows.flatMap((row) => (row.kind === 'assistant' ? (row.promptTokens ?? []) : []));
  return counts.length === 0 || contextWindow === undefined ? null : Math.max(...counts) / contextWindow;
}

/** Nothing goes on looking busy after its turn: what a failure in between has left open is closed. */
function closeOpenEntries(scope: TurnScope, ports: AgentPorts): void {
  for (const entry of scope.entries()) {
    if (entry.kind === 'assistant' && entry.status === 'streaming') {
      scope.emit({ type: 'assistant-end', id: entry.id, text: entry.text, status: 'failed' });
    }
    if (entry.kind === 'tool' && entry.status !== 'done') {
      const text = 'The result of this call could not be kept.';
      const end = unrunCall('not_kept', text, ports.clock.now());
      scope.emit(toolEndEvent(entry.id, { ...end, outcome: 'failed' }));
    }
  }
}

async function runSafely(
  scope: TurnScope,
  current: TurnRecord,
  parts: TurnParts & { window: Window },
  ports: AgentPorts,
): Promise<LoopEnd> {
  try {
    return await start(scope, current, parts, ports);
  } catch (error) {
    if (scope.signal.aborted) return { result: 'stopped' };
    ports.log.error('turn_failed', {
      turnId: scope.turnId,
      error: String(error),
      stack: error instanceof Error ? error.stack : undefined,
    });
    return { result: 'failed', failure: internalFailure(error) };
  }
}

/** Takes the snapshot that every later part of the turn reads: model, settings, tools, history. */
async function start(
  scope: TurnScope,
  current: TurnRecord,
  { gallery, inbox, compactor, window }: TurnParts & { window: Window },
  ports: AgentPorts,
): Promise<LoopEnd> {
  const route = await untilAborted(ports.models.current(), scope.signal);
  if (!route.ok) return { result: 'failed', failure: modelFailure(route.error) };
  const facts = await untilAborted(Promise.resolve(ports.promptFacts(scope.caller)), scope.signal);
  const { client } = route;
  if (client.info.scripted) inbox.refuse();
  // Of the route that answers in the end.
  else window.tokens = () => client.info.contextWindow;
  let history = loadHistory(ports.store, scope.conversationId);
  const isShorter = await compactor.beforeTurn(scope, client, history.peak);
  if (isShorter) history = loadHistory(ports.store, scope.conversationId);
  const { summary, turns } = history;
  const earlier = turns.filter((turn) => turn.user.turnId !== scope.turnId && turn.user.status === 'sent');
  const settings = ports.settings();
  const { surface, report } = deferSchemas(
    ports.registry.snapshot(scope.caller),
    settings.deferral,
    client.info.contextWindow,
  );
  if (report) ports.log.info('tools_deferred', { turnId: scope.turnId, ...report });
  return await runLoop({
    scope,
    client,
    effort: route.effort,
    settings,
    facts,
    memory: ports.memory?.(scope.caller) ?? null,
    surface,
    summary,
    earlier,
    current,
    gallery,
    inbox,
    ports,
  });
}

function report(scope: TurnScope, { rows }: TurnRecord, result: TurnResult, failure: TurnFailure | null): TurnReport {
  const answer = rows.findLast((row) => row.kind === 'assistant' && row.text.trim() !== '');
  const toolCalls = rows.flatMap((row) => {
    if (row.kind !== 'tool') return [];
    const code = row.end?.code;
    return [{ name: row.name, ok: row.end?.ok === true, ...(code === undefined ? {} : { code }) }];
  });
  return {
    conversationId: scope.conversationId,
    turnId: scope.turnId,
    result,
    text: answer?.kind === 'assistant' ? answer.text : '',
    toolCalls,
    ...(failure === null ? {} : { failure: { code: failure.code, message: failure.text } }),
  };
}
