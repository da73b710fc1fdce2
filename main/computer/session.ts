import type { ActOutput } from '../../protocol/helper/act.ts';
import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import type { ToolResult } from '../registry/capability.ts';
import { actCall } from './act-call.ts';
import { pictureOf } from './action-pictures.ts';
import { actionResult, whatWentOut } from './action-result.ts';
import { type TracedAction, traceRow } from './action-trace.ts';
import { type Aim, aimOf } from './aim.ts';
import { type Courtesy, waitForQuiet } from './courtesy.ts';
import { actFailure } from './helper-errors.ts';
import type { ActCall } from './helper-link.ts';
import { checkPermission, type OpenHelper, openHelper, orAborted } from './open-helper.ts';
import { isFault } from './recorder/end-reasons.ts';
import { Refusal } from './refusal.ts';
import { restUntilEnd } from './resting.ts';
import type { Acknowledged, Session, SessionPorts } from './session-port.ts';
import type { ActionRequest } from './validate.ts';
import type { View } from './view.ts';

export function createSession(id: string, ports: SessionPorts): Session {
  const { clock, log, conversationId } = ports;
  let opening: Promise<OpenHelper> | null = null;
  let helper: OpenHelper | null = null;
  let acting: string | null = null;
  let calls = 0;
  let paused = false;
  /** Why the session is over; null while it can be used. */
  let over: string | null = null;
  let count = 0;
  /** Actions of the whole session; `count` starts again with each message of the owner. */
  let actions = 0;
  let startedAt: number | null = null;
  let streak = 0;
  let lastOwnAction: number | null = null;
  let idle = new AbortController();
  const ending = new AbortController();

  function open(): Promise<OpenHelper> {
    opening ??= launch();
    return opening;
  }

  async function launch(): Promise<OpenHelper> {
    try {
      const link = await ports.supervisor.launch('screen', ending.signal);
      void link.broken.then(() => drop('helper_fault'));
      void link.ended.then(() => drop('helper_gone'));
      startedAt = clock.now();
      log.info('computer.session_start', { session: id, conversation: conversationId });
      helper = await openHelper(link);
      ports.learned({ capabilities: link.hello.capabilities, probe: helper.probe });
      return helper;
    } catch (error) {
      drop('start_failed');
      throw error;
    }
  }

  function drop(reason: string): void {
    if (over !== null) return;
    over = reason;
    idle.abort();
    ending.abort(new Refusal('operator_stopped'));
    ports.seat.release(conversationId);
    const ended = { session: id, reason, actions, durationMs: startedAt === null ? 0 : clock.now() - startedAt };
    if (isFault(reason)) log.error('computer.session_error', ended);
    else log.info('computer.session_complete', ended);
    ports.recorder.end(id, reason);
    ports.dropped();
    ports.changed();
  }

  async function end(reason: string): Promise<void> {
    drop(reason);
    const opened = helper ?? (await opening?.catch(() => null));
    await opened?.link.end();
  }

  /** After a fault: the caller is answered first, then the helper is ended whatever it still does. */
  function fault(open: OpenHelper): void {
    drop('helper_fault');
    setImmediate(() => void open.link.kill('fault'));
  }

  function stillAllowed(): void {
    if (paused) throw new Refusal('paused');
    if (over === 'helper_gone' || over === 'helper_fault') throw new Refusal('not_dispatched');
    if (over !== null) throw new Refusal('operator_stopped');
  }

  function checkBudget(): void {
    const limit = ports.config().maxActions;
    if (count < limit) return;
    const words = `${limit} computer actions were used for this request, which is the limit.`;
    throw new Refusal('action_budget_exhausted', words, { limit });
  }

  /**
   * No await between the checks and taking the place: two calls cannot both be admitted. Returns what gives the input
   * seat back when nothing was sent.
   */
  function admit(request: ActionRequest): () => void {
    stillAllowed();
    if (acting !== null) throw new Refusal('busy');
    const giveBack = request.traits.disturbs ? ports.seat.take(conversationId) : () => undefined;
    if (!giveBack) throw new Refusal('input_busy');
    acting = request.name;
    count += 1;
    actions += 1;
    ports.changed();
    return giveBack;
  }

  async function courtesy(open: OpenHelper, request: ActionRequest, signal: AbortSignal): Promise<Courtesy> {
    const config = ports.config();
    if (!request.traits.disturbs) return 'n/a';
    if (config.courtesy === 'off') return 'off';
    const readIdle = () =>
      orAborted(open.link.idle(), signal).catch((error: unknown) => idleUnknown(open, error, signal));
    return waitForQuiet({ clock, readIdle, lastOwnAction, thresholdMs: config.courtesyIdleMs, signal, stillAllowed });
  }

  /** Null where idle time cannot be told. A helper that fell silent must not be handed real input next. */
  function idleUnknown(open: OpenHelper, error: unknown, signal: AbortSignal): null {
    if (signal.aborted) throw error;
    const code = error instanceof RemoteError ? error.code : 'internal';
    if (code !== 'timeout' && code !== 'closed' && code !== 'protocol_error') return null;
    stillAllowed();
    fault(open);
    throw new Refusal('not_dispatched', undefined, { reason: code });
  }

  async function dispatch(open: OpenHelper, request: ActionRequest, signal: AbortSignal): Promise<ToolResult> {
    const { views } = open;
    const current = views.current();
    const aim = aimOf(request, { views, defaultDisplay: ports.config().display, now: clock.now() });
    const before = pictureOf(aim.view, views.all());
    const giveBack = admit(request);
    const traced = { session: id, request, aim, since: clock.now() };
    const trace = (more: Pick<TracedAction, 'courtesy' | 'output' | 'result' | 'refused'>) =>
      log.info('computer.action', traceRow({ ...traced, ...more, until: clock.now(), streak }));
    let kindness: Courtesy | null = null;
    try {
      kindness = await courtesy(open, request, signal);
      const waited = clock.now() - traced.since;
      stillAllowed();
      const output = await send(open, actCall(request, aim, current, ports.config(), clock.now()), request, signal);
      output.receipt.timingsMs.courtesy = waited;
      if (output.receipt.dispatch === 'not_sent') giveBack();
      const after = remember(open, output);
      countStreak(request, output);
      const result = actionResult({ request, aim, before, after, output, streak, courtesy: kindness });
      trace({ courtesy: kindness, output, result });
      return result;
    } catch (error) {
      forgetChanged(open, aim, error);
      if (error instanceof Refusal && error.dispatch === 'not_sent') giveBack();
      const refused = error instanceof Refusal ? error : null;
      trace({ courtesy: kindness, output: null, result: null, refused });
      throw error;
    } finally {
      acting = null;
      ports.changed();
    }
  }

  async function send(
    open: OpenHelper,
    call: ActCall,
    request: ActionRequest,
    signal: AbortSignal,
  ): Promise<ActOutput> {
    const { disturbs } = request.traits;
    try {
      return await open.link.act(call, disturbs, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      const failure = actFailure(error, { request, paused });
      if (failure.wedged) ports.breaker.wedged();
      if (failure.reset) fault(open);
      return whatWentOut(request, failure);
    } finally {
      if (disturbs) lastOwnAction = clock.now();
    }
  }

  /** A display that is another one now makes its views untrue. */
  function forgetChanged({ views }: OpenHelper, { view }: Aim, error: unknown): void {
    if (view && error instanceof Refusal && error.code === 'display_changed') views.forget(view.id);
  }

  function remember(open: OpenHelper, output: ActOutput): View | null {
    if (output.reading?.kind === 'elements') return open.views.rememberList(output.reading, clock.now());
    if (!output.picture) return null;
    const view = open.views.remember(output.picture, clock.now());
    if (view.data.length > 0) ports.breaker.cleared();
    return view;
  }

  function countStreak(request: ActionRequest, { receipt }: ActOutput): void {
    if (!request.traits.changes) return;
    if (receipt.effect === 'verified') streak = 0;
    else if (receipt.effect === 'not_observed') streak += 1;
  }

  function restartIdle(): void {
    idle.abort();
    if (over !== null) return;
    idle = new AbortController();
    const isAwake = () => paused || calls > 0;
    const rest = { clock, isAwake, isAbandoned: () => ports.isAbandoned(conversationId) };
    restUntilEnd(rest, idle.signal).then(end, () => undefined);
  }

  /** Before the helper is there the flag alone is the barrier: nothing is sent without looking at it. */
  async function control(verb: 'pause' | 'resume'): Promise<Acknowledged> {
    if (!helper || over !== null) return { ok: true, inFlight: null };
    try {
      const { ok, inFlightId } = await helper.link.control(verb);
      if (ok) return { ok, inFlight: inFlightId === null ? null : (acting ?? 'an action') };
    } catch {
      // An unproven barrier is worth nothing: the helper is ended below, so that nothing more can happen.
    }
    drop('control_unconfirmed');
    await helper.link.kill('a control was not acknowledged', 'asked');
    return { ok: false };
  }

  return {
    id,
    get acting() {
      return acting !== null;
    },
    get busy() {
      return calls > 0;
    },
    get paused() {
      return paused;
    },
    get driving() {
      return helper !== null && over === null;
    },
    showBadge(badge) {
      helper?.link.badge(badge).catch(() => log.warn('computer.badge_failed', { session: id }));
    },
    async perform(request, signal) {
      calls += 1;
      try {
        const open_ = await orAborted(open(), signal);
        stillAllowed();
        await orAborted(checkPermission(open_, request.traits), signal);
        checkBudget();
        return await dispatch(open_, request, signal);
      } catch (error) {
        if (!signal.aborted) throw error;
        await end('stopped');
        const dispatched = request.traits.disturbs ? 'unknown' : 'read';
        throw new Refusal('interrupted', `${request.name} was stopped.`, {}, dispatched);
      } finally {
        calls -= 1;
        restartIdle();
      }
    },
    renewBudget() {
      count = 0;
    },
    async pause() {
      if (!paused) {
        log.info('computer.session_pause', { session: id });
        ports.recorder.moment(id, 'pause');
      }
      paused = true;
      ports.changed();
      return control('pause');
    },
    async resume() {
      const answer = await control('resume');
      if (paused) {
        log.info('computer.session_resume', { session: id });
        ports.recorder.moment(id, 'resume');
      }
      paused = false;
      ports.changed();
      return answer;
    },
    end,
    async gone() {
      const opened = helper ?? (await opening?.catch(() => null));
      await opened?.link.ended;
    },
  };
}
