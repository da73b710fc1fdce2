import type { Usage } from '../../../protocol/conversation/message.ts';
import type { Caller } from '../../registry/policy.ts';
import type { Surface } from '../../registry/registry.ts';
import type { AgentPorts } from '../agent-ports.ts';
import { modelFailure } from '../failure.ts';
import type { TurnRecord } from '../history.ts';
import { createInbox } from '../inbox.ts';
import { type LoopEnd, runLoop } from '../loop.ts';
import type { RouteChoice } from '../model-client.ts';
import { createPictureGallery } from '../pictures.ts';
import { untilAborted } from '../race.ts';
import type { StoredUser } from '../store-port.ts';
import { toolResultRecall } from '../tool-result-recall.ts';
import type { WorkerTask } from './subagents-port.ts';
import { createWorkerScope, type WorkerNews, type WorkerScope } from './worker-scope.ts';

/** A worker that is about to begin. */
export interface WorkerRun {
  task: WorkerTask;
  sessionId: string;
  caller: Caller;
  signal: AbortSignal;
  route: RouteChoice;
  onNews(news: WorkerNews): void;
}

/** What a worker has to show, at any moment: it is read also when the worker was left behind. */
export interface WorkerLook {
  iterations: number;
  output: string;
  usage: Usage;
  external: boolean;
}

/** The same loop as a turn's, on a surface of its own. Throws only for bugs. */
export function startWorker(run: WorkerRun, ports: AgentPorts): { ending: Promise<LoopEnd>; look(): WorkerLook } {
  const place = createWorkerScope(run, run.onNews);
  const current: TurnRecord = { user: asUser(run, ports), rows: [] };
  return {
    ending: runIt(run, place, current, ports),
    look() {
      const answers = current.rows.filter((row) => row.kind === 'assistant');
      const last = answers.findLast((row) => row.text.trim() !== '');
      return {
        iterations: answers.length,
        output: last?.text ?? '',
        usage: place.usage(),
        external: current.rows.some((row) => row.kind === 'tool' && row.end?.external === true),
      };
    },
  };
}

async function runIt(run: WorkerRun, place: WorkerScope, current: TurnRecord, ports: AgentPorts): Promise<LoopEnd> {
  const { task, caller, signal, route } = run;
  if (!route.ok) return { result: 'failed', failure: modelFailure(route.error) };
  const facts = await untilAborted(Promise.resolve(ports.promptFacts(caller)), signal);
  const inbox = createInbox();
  inbox.refuse();
  return await runLoop({
    scope: place.scope,
    client: route.client,
    effort: route.effort,
    settings: ports.settings(),
    facts,
    // A worker has no memory of its own and none of the owner's.
    memory: null,
    surface: withOwnResults(ports.registry.snapshot(caller), place),
    summary: null,
    earlier: [],
    current,
    gallery: createPictureGallery(ports),
    inbox,
    maxSteps: task.maxSteps,
    role: task.role,
    ports: { ...ports, store: { place: (_, kind, id) => (place.find(kind, id) ? 1 : null) } },
  });
}

function asUser({ task, sessionId }: WorkerRun, { clock, ids }: AgentPorts): StoredUser {
  const at = clock.now();
  return {
    kind: 'user',
    id: ids.next('msg'),
    turnId: sessionId,
    clientId: sessionId,
    at,
    text: task.text,
    images: [],
    files: [],
    status: 'sent',
  };
}

/** Its condensed results are read again from its own rows, not from a conversation of the owner. */
function withOwnResults(surface: Surface, { find }: WorkerScope): Surface {
  const recall = toolResultRecall({ exists: () => true, find: (_, kind, id) => find(kind, id) });
  const open = surface.find(recall.name) !== null;
  const others = surface.advertised.filter((one) => one.name !== recall.name);
  const advertised = open ? [...others, recall].sort((a, b) => (a.name < b.name ? -1 : 1)) : others;
  return {
    caller: surface.caller,
    advertised,
    find: (name) => (open && name === recall.name ? recall : surface.find(name)),
    authorize: (name) => (open && name === recall.name ? null : surface.authorize(name)),
  };
}
