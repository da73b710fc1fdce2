import type { Usage } from '../../protocol/conversation/message.ts';
import { addUsage } from '../../protocol/conversation/usage.ts';
import type { Surface } from '../registry/registry.ts';
import type { AgentPorts, AgentSettings, PromptFacts } from './agent-ports.ts';
import { usedCallIds } from './call-ids.ts';
import { type ContextBudget, createContextBudget } from './context-budget.ts';
import { imageUnsupported, modelFailure, OVERFLOW, recoveryFailed, TOO_LONG, type TurnFailure } from './failure.ts';
import { type DraftMessage, draftTurn, type TurnRecord } from './history.ts';
import type { Inbox } from './inbox.ts';
import { summaryMessages } from './load-history.ts';
import type { LoopEnd } from './loop.ts';
import { type Answered, callModel, type ModelCallEnd } from './model-call.ts';
import type { Effort, ModelClient, ModelMessage, ModelTool } from './model-client.ts';
import type { PictureGallery } from './pictures.ts';
import { assemblePrompt } from './prompt/assemble.ts';
import type { TurnScope } from './turn-scope.ts';

/** Waits before a continuation is issued again in place, ms. */
const CONTINUATION_WAITS = [2_000, 4_000];
const RECALL = 'tool_result_recall';
/** Rounds after a refusal for length, each reaching further. */
const ROUNDS = ['older', 'window', 'all'] as const;

/** What a run is made of; frozen at its start. */
export interface RunInput {
  scope: TurnScope;
  client: ModelClient;
  effort: Effort | undefined;
  settings: AgentSettings;
  facts: PromptFacts;
  memory: string | null;
  surface: Surface;
  /** Stands for what came before `earlier`; null when nothing did. */
  summary: string | null;
  earlier: readonly TurnRecord[];
  /** The running turn; its rows grow. */
  current: TurnRecord;
  gallery: PictureGallery;
  /** What the owner says while it runs. */
  inbox: Inbox;
  ports: RunPorts;
  /** Model calls of this run; absent means as many as a turn may have. */
  maxSteps?: number;
  /** The system text of a worker, in place of the agent's own identity and rules. */
  role?: string;
}

/** What a run needs of the host while it runs. */
export type RunPorts = Pick<AgentPorts, 'clock' | 'ids' | 'log' | 'images' | 'trace' | 'tracedAs'> & {
  store: Pick<AgentPorts['store'], 'place'>;
};

/** An answer of the model, or the end of the turn. */
export type Asked = { ok: true; answered: Answered } | { ok: false; end: LoopEnd };

/**
 * One model call with all that may be done to get it through: condensing before it, issuing it again when it showed
 * nothing, reducing after a refusal for length. No tool ever runs again because of it.
 */
export function createAsker(input: RunInput): (spent: Usage) => Promise<Asked> {
  const { scope, client, ports, gallery, earlier, current } = input;
  const turns = [...earlier, current];
  const budget = createContextBudget(scope, digestMaker(input), ports);
  const send = createSender(input, usedCallIds(turns));
  const past = createPast(input);
  let helping: Usage = {};

  const prepare = () => {
    const drafts = [...past.drafts(), ...draftTurn(current, { current: true, canRecall: past.canRecall })];
    const limits = { model: client.info, maxRetained: input.settings.maxRetainedScreenshots };
    return gallery.attach(drafts, limits, scope.signal);
  };

  const attempt = async (rounds: Rounds): Promise<Asked | { ok: 'again'; rest: Rounds }> => {
    const prepared = await prepare();
    if (!prepared.ok) return failed(imageUnsupported(client.info));
    const end = await send(prepared.messages, helping);
    if (end.ok) {
      helping = {};
      return end;
    }
    if (end.error.kind === 'aborted') return STOPPED;
    if (end.error.kind !== 'context_length_exceeded' || end.shown) return failed(modelFailure(end.error));
    const shrunk = await shrink(budget, turns, rounds);
    if (scope.signal.aborted) return STOPPED;
    if (!shrunk.ok) return failed(shrunk.failure);
    past.changed();
    helping = addUsage(helping, shrunk.usage);
    return { ok: 'again', rest: shrunk.rest };
  };

  return async (spent) => {
    helping = addUsage(helping, spent);
    const condensed = await condense(input, budget, turns);
    if (condensed.reduced > 0) past.changed();
    helping = addUsage(helping, condensed.usage);
    let asked = await attempt(ROUNDS);
    while (asked.ok === 'again') asked = await attempt(asked.rest);
    return asked;
  };
}

/** Everything before the running turn, written out once and again only when a result in it was condensed. */
function createPast({ summary, earlier, surface }: RunInput) {
  const canRecall = surface.authorize(RECALL) === null;
  let written: DraftMessage[] | null = null;
  return {
    canRecall,
    drafts() {
      written ??= [
        ...(summary === null ? [] : summaryMessages(summary)),
        ...earlier.flatMap((turn) => draftTurn(turn, { current: false, canRecall })),
      ];
      return written;
    },
    changed() {
      written = null;
    },
  };
}

type Rounds = readonly (typeof ROUNDS)[number][];

const STOPPED: Asked = { ok: false, end: { result: 'stopped' } };

const DIGESTED_NOTICE = {
  tone: 'info',
  code: 'digested',
  text: 'Older results were condensed, because the request would not have fitted the model.',
} as const;

function failed(failure: TurnFailure): Asked {
  return { ok: false, end: { result: 'failed', failure } };
}

function digestMaker({ client, settings, current, scope, ports }: RunInput) {
  const { signal, conversationId, turnId } = scope;
  const about = { purpose: 'digest' as const, conversationId, turnId, ...ports.tracedAs };
  return { client, effort: settings.digestEffort, task: current.user.text, signal, log: ports.log, about };
}

/** The request itself; a continuation that showed nothing is issued again in place. */
function createSender(input: RunInput, used: Set<string>) {
  const { scope, client, ports, settings, surface, facts, memory } = input;
  const tools = surface.advertised.map((one): ModelTool => {
    return { name: one.name, description: one.description, inputSchema: one.inputSchema(scope.caller) };
  });
  const { agentName } = settings;
  const system = assemblePrompt({
    agentName,
    tools: surface.advertised,
    facts,
    memory,
    now: ports.clock.now(),
    ...(input.role === undefined ? {} : { role: input.role }),
    ultra: scope.caller.ultra === true,
  });
  const effort = input.effort === undefined ? {} : { effort: input.effort };

  return async (messages: ModelMessage[], usage: Usage): Promise<ModelCallEnd> => {
    const { conversationId, turnId } = scope;
    const about = { purpose: 'answer' as const, conversationId, turnId, ...ports.tracedAs };
    // A scheduled run waits by itself, within its own time.
    const patience = scope.caller.scheduled ? { retries: false as const } : {};
    const request = { system, messages, tools, ...effort, ...patience, signal: scope.signal, about };
    for (let attempt = 0; ; attempt += 1) {
      const end = await callModel(scope, client, request, ports, {
        usage,
        usedCallIds: used,
        isStored: (id) => ports.store.place(scope.conversationId, 'tool', id) !== null,
      });
      const wait = CONTINUATION_WAITS[attempt];
      if (end.ok || wait === undefined || !mayAskAgain(messages, end)) return end;
      const text = `${end.error.summary ?? end.error.message} Trying again in ${wait / 1000} s.`;
      scope.notice({ id: `retry_${scope.turnId}`, tone: 'info', code: 'retry', text });
      await ports.clock.sleep(wait, scope.signal).catch(() => undefined);
    }
  };
}

/** A continuation that showed nothing is safe to issue again. */
function mayAskAgain(messages: readonly ModelMessage[], end: Extract<ModelCallEnd, { ok: false }>): boolean {
  if (end.shown || messages.at(-1)?.role !== 'tool') return false;
  const { kind, stage } = end.error;
  if (kind === 'timeout') return stage === 'before_response';
  return ['transport_closed', 'network', 'connection_unavailable', 'provider_unavailable'].includes(kind);
}

/** Before a request: over the threshold, older results are condensed; over the window itself, the newer ones too. */
async function condense(
  input: RunInput,
  budget: ContextBudget,
  turns: readonly TurnRecord[],
): Promise<{ usage: Usage; reduced: number }> {
  const { contextWindow } = input.client.info;
  const target = Math.floor(contextWindow * input.settings.digestThreshold);
  let usage: Usage = {};
  let reduced = 0;
  for (const reach of ROUNDS) {
    const estimate = budget.estimate(turns);
    if (estimate === null || estimate <= (reach === 'older' ? target : contextWindow)) break;
    const end = await budget.reduce(turns, reach, target);
    if (!end.ok) break;
    usage = addUsage(usage, end.usage);
    reduced += end.reduced;
  }
  if (reduced > 0) input.scope.notice(DIGESTED_NOTICE);
  return { usage, reduced };
}

type Shrunk = { ok: true; usage: Usage; rest: Rounds } | { ok: false; failure: TurnFailure };

/** After a refusal for length: the nearest round that finds anything to condense. */
async function shrink(budget: ContextBudget, turns: readonly TurnRecord[], rounds: Rounds): Promise<Shrunk> {
  for (const [index, reach] of rounds.entries()) {
    const end = await budget.reduce(turns, reach, null);
    if (!end.ok) return { ok: false, failure: recoveryFailed(end.reason) };
    if (end.reduced > 0) return { ok: true, usage: end.usage, rest: rounds.slice(index + 1) };
  }
  return { ok: false, failure: rounds.length < ROUNDS.length ? OVERFLOW : TOO_LONG };
}
