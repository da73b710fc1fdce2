import type { Caller } from '../registry/policy.ts';
import type { AgentPorts } from './agent-ports.ts';
import type { Compactor } from './compaction/compactor.ts';
import type { TurnReport } from './conversations-port.ts';
import { createInbox, type Inbox } from './inbox.ts';
import type { LiveConversations } from './live-conversations.ts';
import { createPictureGallery } from './pictures.ts';
import { within } from './race.ts';
import type { StoredUser } from './store-port.ts';
import { runTurn, type TurnEnd } from './turn.ts';
import { addNotice, createTurnScope } from './turn-scope.ts';
import { userEntry } from './user-entry.ts';

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

/** What Stop ended. */
export interface StopCount {
  turns: number;
  waiting: number;
}

/** One active turn per conversation, the rest waits in order; conversations run independently of each other. */
export interface TurnQueue {
  isBusy(conversationId: string): boolean;
  add(job: Job): void;
  /** The turn that runs and takes messages of the owner; null when there is none. */
  open(conversationId: string): string | null;
  /** Hands a stored message to the running turn, or puts it in the queue as a turn of its own when that has ended. */
  steer(job: Job): void;
  /** Work of the host on a conversation (a summary, a divider) in its turn; aborted by Stop. */
  chore<T>(conversationId: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Takes a waiting message back; `remove` is called before, and nothing changes when it throws. */
  unqueue(conversationId: string, id: string, remove: () => void): boolean;
  /** Resolves at the end of the turn. */
  finished(turnId: string): Promise<TurnReport>;
  /** Ends the running turn and drops the waiting ones, or ends or drops one turn alone. */
  stop(conversationId: string, turnId?: string): Promise<StopCount>;
  busy(): string[];
}

/** What a lane does next: a turn, or work of the host. */
type Item = { job: Job } | { chore: (signal: AbortSignal) => Promise<undefined> };

interface Running {
  /** Empty for work of the host. */
  turnId: string;
  caller: Caller | null;
  inbox: Inbox;
  controller: AbortController;
  done: Promise<unknown>;
}

interface Lane {
  running: Running | null;
  waiting: Item[];
}

export function createTurnQueue(
  ports: AgentPorts,
  live: LiveConversations,
  compactor: Compactor,
  onChange: (conversationId: string) => void,
): TurnQueue {
  const lanes = new Map<string, Lane>();
  const reports = createReports();
  const gallery = createPictureGallery(ports);

  const laneOf = (conversationId: string): Lane => {
    const lane = lanes.get(conversationId) ?? { running: null, waiting: [] };
    lanes.set(conversationId, lane);
    return lane;
  };
  const push = (conversationId: string, item: Item) => {
    const lane = laneOf(conversationId);
    lane.waiting.push(item);
    if (!lane.running) next(conversationId, lane);
  };

  /** The item begins in a later microtask, so that whoever added it can watch it from its first event on. */
  const next = (conversationId: string, lane: Lane): void => {
    const item = lane.waiting.shift();
    if (!item) {
      lanes.delete(conversationId);
      return;
    }
    const controller = new AbortController();
    const inbox = createInbox();
    if ('chore' in item) inbox.refuse();
    const turn =
      'job' in item ? { turnId: item.job.user.turnId, caller: item.job.caller } : { turnId: '', caller: null };
    const { signal } = controller;
    const done = Promise.resolve()
      .then(() => ('job' in item ? runJob(item.job, inbox, signal) : item.chore(signal)))
      .catch((error: unknown) => ports.log.error('lane_broke', { conversationId, error: String(error) }))
      .then((report) => {
        lane.running = null;
        next(conversationId, lane);
        onChange(conversationId);
        if (report) reports.settle(report);
        if ('job' in item) ports.turnEnded?.(item.job.caller);
      });
    lane.running = { ...turn, inbox, controller, done };
  };

  /** The turn, and what is done between turns. Whoever waits for the turn does not wait for that. */
  const runJob = async (job: Job, inbox: Inbox, signal: AbortSignal): Promise<TurnReport> => {
    const { conversationId } = job;
    const { report, fill } = await runOne(job, inbox, signal).catch((error: unknown) => {
      ports.log.error('turn_broke', { turnId: job.user.turnId, error: String(error) });
      return { report: brokenReport(job), fill: null };
    });
    giveBack(job, inbox.close(), signal.aborted);
    if (!signal.aborted && compactor.isDue(conversationId, fill)) {
      onChange(conversationId);
      reports.settle(report);
      await compactor.afterTurn(conversationId, signal);
    }
    return report;
  };

  const runOne = async (job: Job, inbox: Inbox, signal: AbortSignal): Promise<TurnEnd> => {
    const { conversationId, caller } = job;
    const { turnId } = job.user;
    const user = job.user.status === 'queued' ? release(ports, live, job) : job.user;
    const scope = createTurnScope(ports, live, { conversationId, turnId, caller, signal });
    const ending = runTurn(scope, user, { gallery, inbox, compactor }, ports);
    onChange(conversationId);
    return await ending;
  };

  /** What the turn did not take runs next, unless the owner has stopped it all. */
  const giveBack = ({ conversationId, caller }: Job, left: readonly StoredUser[], isStopped: boolean): void => {
    for (const message of left.toReversed()) {
      const job = { conversationId, caller, user: asOwnTurn(message, ports) };
      if (isStopped) drop(job);
      else laneOf(conversationId).waiting.unshift({ job });
      reports.expect(job.user.turnId);
    }
  };

  const drop = (job: Job): void => {
    release(ports, live, job);
    const text = 'Not run: it was waiting when you pressed Stop.';
    addNotice(ports, live, job.conversationId, job.user.turnId, { tone: 'info', code: 'stopped', text });
    reports.settle(unrunReport(job));
  };

  const add = (job: Job) => {
    reports.expect(job.user.turnId);
    push(job.conversationId, { job });
  };

  return {
    isBusy: (conversationId) => lanes.has(conversationId),
    add,
    open: (conversationId) => lanes.get(conversationId)?.running?.turnId || null,
    steer(job) {
      const running = lanes.get(job.conversationId)?.running;
      if (running?.turnId === job.user.turnId && running.inbox.offer(job.user)) return;
      add({ ...job, user: asOwnTurn(job.user, ports) });
    },
    chore: (conversationId, work) =>
      new Promise((resolve, reject) => {
        const chore = async (signal: AbortSignal) => void (await work(signal).then(resolve, reject));
        push(conversationId, { chore });
      }),
    unqueue(conversationId, id, remove) {
      const lane = lanes.get(conversationId);
      const waiting = lane?.waiting ?? [];
      const item = waiting.find((one) => 'job' in one && one.job.user.id === id);
      if (item && 'job' in item) {
        remove();
        waiting.splice(waiting.indexOf(item), 1);
        reports.settle(unrunReport(item.job));
      } else if (!lane?.running?.inbox.withdraw(id, remove)) {
        return false;
      }
      live.emit(conversationId, { type: 'user-remove', id });
      return true;
    },
    finished: reports.get,
    async stop(conversationId, turnId) {
      const lane = lanes.get(conversationId);
      const isMeant = (id: string) => turnId === undefined || id === turnId;
      const isDropped = (item: Item) => 'job' in item && isMeant(item.job.user.turnId);
      const dropped = lane?.waiting.filter(isDropped) ?? [];
      if (lane) lane.waiting = lane.waiting.filter((item) => !isDropped(item));
      for (const item of dropped) if ('job' in item) drop(item.job);
      const running = lane?.running && isMeant(lane.running.turnId) ? lane.running : null;
      const waiting = dropped.length;
      if (turnId !== undefined && !running) return { turns: 0, waiting };
      const hooks = Promise.allSettled(ports.stopHooks.map((hook) => hook(conversationId)));
      if (!lane || !running) {
        await within(hooks, STOP_MS, ports.clock, null);
        return { turns: 0, waiting };
      }
      if (running.turnId !== '') live.emit(conversationId, { type: 'turn-stopping', turnId: running.turnId });
      running.controller.abort();
      await within(Promise.all([running.done, hooks]), STOP_MS, ports.clock, null);
      return { turns: 1, waiting };
    },
    busy: () => [...lanes.keys()],
  };
}

/** A message for a turn that has ended becomes a turn of its own. */
function asOwnTurn({ steers: _, ...user }: StoredUser, { ids }: Pick<AgentPorts, 'ids'>): StoredUser {
  return { ...user, turnId: ids.next('turn'), status: 'queued' };
}

/** A message that waited takes its place at the end of the conversation. */
function release(ports: Pick<AgentPorts, 'log'>, live: LiveConversations, job: Job): StoredUser {
  const user: StoredUser = { ...job.user, status: 'sent' };
  try {
    live.move(job.conversationId, user);
  } catch (error) {
    ports.log.error('message_not_released', { turnId: user.turnId, error: String(error) });
  }
  live.emit(job.conversationId, { type: 'user-add', entry: userEntry(user) });
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
