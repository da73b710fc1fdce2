import type { Caller } from '../registry/policy.ts';
import type { AgentPorts } from './agent-ports.ts';
import type { TurnReport } from './conversations-port.ts';
import type { LiveConversations } from './live-conversations.ts';
import { createPictureGallery } from './pictures.ts';
import { within } from './race.ts';
import type { StoredUser } from './store-port.ts';
import { runTurn } from './turn.ts';
import { addNotice, createTurnScope } from './turn-scope.ts';

/** Stop is over after this time, whatever its parts do, ms. */
const STOP_MS = 1_900;
/** Ends of turns that are remembered for those who ask late. */
const KEPT_REPORTS = 200;

/** A stored message and who sent it. */
export interface Job {
  conversationId: string;
  user: StoredUser;
  caller: Caller;
}

/** One active turn per conversation, the rest waits in order; conversations run independently of each other. */
export interface TurnQueue {
  isBusy(conversationId: string): boolean;
  add(job: Job): void;
  /** Takes a waiting message back; `remove` is called before, and nothing changes when it throws. */
  unqueue(conversationId: string, id: string, remove: () => void): boolean;
  /** Resolves at the end of the turn. */
  finished(turnId: string): Promise<TurnReport>;
  /** Ends the running turn and drops the waiting ones, or ends or drops one turn alone. False when there was nothing. */
  stop(conversationId: string, turnId?: string): Promise<boolean>;
  busy(): string[];
}

interface Running {
  turnId: string;
  controller: AbortController;
  done: Promise<unknown>;
}

interface Lane {
  running: Running | null;
  waiting: Job[];
}

export function createTurnQueue(
  ports: AgentPorts,
  live: LiveConversations,
  onChange: (conversationId: string) => void,
): TurnQueue {
  const lanes = new Map<string, Lane>();
  const reports = createReports();
  const gallery = createPictureGallery(ports);

  /** The turn begins in a later microtask, so that whoever added it can watch it from its first event on. */
  const next = (conversationId: string, lane: Lane): void => {
    const job = lane.waiting.shift();
    if (!job) {
      lanes.delete(conversationId);
      return;
    }
    const controller = new AbortController();
    const done = Promise.resolve()
      .then(() => run(job, controller.signal))
      .catch((error: unknown) => {
        ports.log.error('turn_broke', { turnId: job.user.turnId, error: String(error) });
        return brokenReport(job);
      })
      .then((report) => {
        lane.running = null;
        next(conversationId, lane);
        onChange(conversationId);
        reports.settle(report);
      });
    lane.running = { turnId: job.user.turnId, controller, done };
  };

  const run = async (job: Job, signal: AbortSignal): Promise<TurnReport> => {
    const { conversationId, caller } = job;
    const { turnId } = job.user;
    const user = job.user.status === 'queued' ? release(ports, live, job) : job.user;
    const scope = createTurnScope(ports, live, { conversationId, turnId, caller, signal });
    const ending = runTurn(scope, user, gallery, ports);
    onChange(conversationId);
    return await ending;
  };

  const drop = (job: Job): void => {
    release(ports, live, job);
    const text = 'Not run: it was waiting when you pressed Stop.';
    addNotice(ports, live, job.conversationId, job.user.turnId, { tone: 'info', code: 'stopped', text });
    reports.settle(unrunReport(job));
  };

  return {
    isBusy: (conversationId) => lanes.has(conversationId),
    add(job) {
      reports.expect(job.user.turnId);
      const lane = lanes.get(job.conversationId) ?? { running: null, waiting: [] };
      lanes.set(job.conversationId, lane);
      lane.waiting.push(job);
      if (!lane.running) next(job.conversationId, lane);
    },
    unqueue(conversationId, id, remove) {
      const waiting = lanes.get(conversationId)?.waiting ?? [];
      const job = waiting.find((one) => one.user.id === id);
      if (!job) return false;
      remove();
      waiting.splice(waiting.indexOf(job), 1);
      live.emit(conversationId, { type: 'user-remove', id });
      reports.settle(unrunReport(job));
      return true;
    },
    finished: reports.get,
    async stop(conversationId, turnId) {
      const lane = lanes.get(conversationId);
      const isMeant = (id: string) => turnId === undefined || id === turnId;
      const dropped = lane?.waiting.filter((job) => isMeant(job.user.turnId)) ?? [];
      if (lane) lane.waiting = lane.waiting.filter((job) => !dropped.includes(job));
      for (const job of dropped) drop(job);
      const running = lane?.running && isMeant(lane.running.turnId) ? lane.running : null;
      if (turnId !== undefined && !running) return dropped.length > 0;
      const hooks = Promise.allSettled(ports.stopHooks.map((hook) => hook(conversationId)));
      if (!lane || !running) {
        await within(hooks, STOP_MS, ports.clock, null);
        return false;
      }
      live.emit(conversationId, { type: 'turn-stopping', turnId: running.turnId });
      running.controller.abort();
      await within(Promise.all([running.done, hooks]), STOP_MS, ports.clock, null);
      return true;
    },
    busy: () => [...lanes.keys()],
  };
}

/** A message that waited takes its place at the end of the conversation. */
function release(ports: Pick<AgentPorts, 'log'>, live: LiveConversations, job: Job): StoredUser {
  const user: StoredUser = { ...job.user, status: 'sent' };
  try {
    live.save(job.conversationId, user);
  } catch (error) {
    ports.log.error('message_not_released', { turnId: user.turnId, error: String(error) });
  }
  const { clientId: _clientId, fileTexts: _fileTexts, ...entry } = user;
  live.emit(job.conversationId, { type: 'user-add', entry });
  return user;
}

function unrunReport({ conversationId, user }: Job): TurnReport {
  return { conversationId, turnId: user.turnId, result: 'stopped', text: '', toolCalls: [] };
}

function brokenReport({ conversationId, user }: Job): TurnReport {
  const failure = { code: 'internal', message: 'Something went wrong in the app itself. The details are in the log.' };
  return { conversationId, turnId: user.turnId, result: 'failed', text: '', toolCalls: [], failure };
}

interface Awaited {
  promise: Promise<TurnReport>;
  settle(report: TurnReport): void;
}

/** Each turn's result is told exactly once to each who waits for it, and remembered for a while. */
function createReports() {
  const kept = new Map<string, Awaited>();
  const expect = (turnId: string): Awaited => {
    const known = kept.get(turnId);
    if (known) return known;
    let settle: Awaited['settle'] = () => undefined;
    const promise = new Promise<TurnReport>((resolve) => {
      settle = resolve;
    });
    const fresh = { promise, settle };
    kept.set(turnId, fresh);
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_REPORTS) break;
      kept.delete(oldest);
    }
    return fresh;
  };
  return {
    expect: (turnId: string) => void expect(turnId),
    settle: (report: TurnReport) => expect(report.turnId).settle(report),
    get: (turnId: string): Promise<TurnReport> => {
      const forgotten: TurnReport = { conversationId: '', turnId, result: 'stopped', text: '', toolCalls: [] };
      return kept.get(turnId)?.promise ?? Promise.resolve(forgotten);
    },
  };
}
