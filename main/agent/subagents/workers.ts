import type { WorkerState } from '../../../protocol/conversation/worker.ts';
import type { AgentPorts, ToolTrace } from '../agent-ports.ts';
import type { LoopEnd } from '../loop.ts';
import type { RouteChoice, RouteWish } from '../model-client.ts';
import { within } from '../race.ts';
import { startWorker, type WorkerLook } from './run-worker.ts';
import type { WorkerEnd, WorkerOptions, Workers, WorkerTask } from './subagents-port.ts';
import { newSessionId, workerCaller } from './worker-caller.ts';
import { createWorkerStates, type WorkerStates } from './worker-states.ts';

/** How long a worker may take to settle once it was ended, ms; Stop waits no longer for its tool. */
const SETTLE_MS = 1_200;

const NO_LOOK: WorkerLook = { iterations: 0, output: '', usage: {}, external: false };

/** Who runs workers: the agent's own loop, once more for each of them. */
export function createWorkers(ports: AgentPorts): Workers {
  return {
    async run(tasks, options) {
      const first = await chooseRoute(ports, options.wish);
      if (!first.ok) return { ok: false, route: first.error };
      const states = createWorkerStates(tasks, ports.clock, options.onChange);
      const ends: WorkerEnd[] = [];
      let next = 0;
      const lane = async (): Promise<void> => {
        for (let index = next; index < tasks.length; index = next) {
          next = index + 1;
          const task = tasks[index];
          if (task) ends[index] = await runOne(task, index, options, states, ports);
        }
      };
      await Promise.all(Array.from({ length: Math.min(options.concurrency, tasks.length) }, lane));
      return { ok: true, ends, workers: states.end() };
    },
  };
}

/** Each worker has a client of its own: one that moves to another route must not take the others along. */
async function chooseRoute({ models }: AgentPorts, wish: RouteWish | undefined): Promise<RouteChoice> {
  if (models.route) return await models.route('subagent', wish);
  const current = await models.current();
  if (!current.ok || wish === undefined) return current;
  const message = 'There is one model here; a worker cannot be given another.';
  return {
    ok: false,
    error: { kind: 'invalid_request', provider: wish.provider ?? '', stage: 'before_response', message },
  };
}

/** Never rejects. A worker that does not settle after its end is left behind. */
async function runOne(
  task: WorkerTask,
  index: number,
  { parent, wish }: WorkerOptions,
  states: WorkerStates,
  ports: AgentPorts,
): Promise<WorkerEnd> {
  const { clock, ids, log } = ports;
  const sessionId = newSessionId(ids);
  const startedAt = clock.now();
  if (parent.signal.aborted) {
    states.change(index, { status: 'canceled' });
    return { ...endOf(null, NO_LOOK, 'canceled'), sessionId, durationMs: 0 };
  }
  states.change(index, { status: 'running', startedAt });
  const own = new AbortController();
  const done = new AbortController();
  const signal = AbortSignal.any([parent.signal, own.signal]);
  clock.sleep(task.timeoutMs, done.signal).then(
    () => own.abort(),
    () => undefined,
  );
  let look = () => NO_LOOK;
  const work = async (): Promise<LoopEnd | 'crashed'> => {
    try {
      const route = await chooseRoute(ports, wish);
      const caller = workerCaller(parent.caller, task, sessionId);
      const onNews = (news: Partial<WorkerState>) => states.change(index, news);
      const worker = startWorker(
        { task, sessionId, caller, signal, route, onNews },
        traced(ports, task, parent, sessionId),
      );
      look = worker.look;
      return await worker.ending;
    } catch (error) {
      if (signal.aborted) return { result: 'stopped' };
      log.error('worker_crashed', { agent: task.agentName, sessionId, error: String(error) });
      return 'crashed';
    }
  };
  const loop = await settled(work(), signal, ports);
  done.abort();
  const why = parent.signal.aborted ? 'canceled' : 'timed_out';
  const end = endOf(loop, look(), why);
  const durationMs = clock.now() - startedAt;
  const { status, output, error, iterations } = end;
  const detail = error?.text ?? '';
  states.change(index, { status, step: iterations, detail, output: output.slice(0, 4_000), endedAt: clock.now() });
  return { ...end, sessionId, durationMs };
}

/** The work, or null when it was ended and did not settle. */
async function settled<T>(work: Promise<T>, signal: AbortSignal, { clock }: AgentPorts): Promise<T | null> {
  const ended = new Promise<null>((resolve) => {
    const soon = () => void within(work, SETTLE_MS, clock, null).then(() => resolve(null));
    if (signal.aborted) soon();
    else signal.addEventListener('abort', soon, { once: true });
  });
  return await Promise.race([work, ended]);
}

function endOf(
  loop: LoopEnd | 'crashed' | null,
  look: WorkerLook,
  why: 'canceled' | 'timed_out',
): Omit<WorkerEnd, 'sessionId' | 'durationMs'> {
  if (loop === 'crashed') {
    return { ...look, status: 'crashed', error: { code: 'crashed', text: 'The worker broke by an error of the app.' } };
  }
  if (loop === null || loop.result === 'stopped') return { ...look, status: why, error: ENDED[why] };
  if (loop.result === 'completed') return { ...look, status: 'completed', output: loop.text, error: null };
  return { ...look, status: 'failed', error: { code: loop.failure.code, text: loop.failure.text } };
}

const ENDED = {
  canceled: { code: 'canceled', text: 'Stopped together with the turn it worked for.' },
  timed_out: { code: 'timeout', text: 'It did not finish within its time and was ended.' },
};

/** Rows of a worker stand under its parent's conversation and carry its own session. */
function traced(
  ports: AgentPorts,
  task: WorkerTask,
  { caller, turnId }: WorkerOptions['parent'],
  session: string,
): AgentPorts {
  const { trace } = ports;
  if (!trace) return ports;
  const parentSession = caller.depth === 0 ? turnId : caller.conversationId;
  const place = { conversationId: caller.conversationId, turnId, session, parentSession, agentName: task.agentName };
  return { ...ports, tracedAs: place, trace: (row: ToolTrace) => trace({ ...row, ...place }) };
}
