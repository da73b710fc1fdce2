import type { Effort, ModelClient, ModelError, ModelEvent, ModelRequest } from '../../agent/model-client.ts';
import { clampEffort } from '../catalogue.ts';
import { allRoutesFailed } from '../errors/model-error.ts';

/** One provider and model that may answer. */
export interface Route {
  client: ModelClient;
  /** How people know it: provider and model. */
  label: string;
  /** What the settings ask of it; a request's own level stands above. */
  effort: Effort | null;
}

/** Told of each end, for the pages and the log. */
export interface RouteWatch {
  answered(client: ModelClient): void;
  failed(client: ModelClient, error: ModelError): void;
  moved(from: ModelClient, to: ModelClient, error: ModelError): void;
}

/**
 * Kinds that another provider may not have. A missing network is everybody's, and what is wrong with the key, the
 * request or the answer itself is told at once.
 */
const MAY_MOVE: ReadonlySet<string> = new Set([
  'timeout',
  'transport_closed',
  'network',
  'provider_unavailable',
  'rate_limit',
  'quota',
]);

/** Kinds the loop must see as they are: it stops, or condenses and asks again. */
const AS_THEY_ARE: ReadonlySet<string> = new Set(['aborted', 'context_length_exceeded']);

interface Tried {
  id: string;
  label: string;
  error: ModelError;
}

/**
 * The client of one run. Its first call may move from route to route as long as nothing of an answer was shown; the
 * route that answered then serves the whole run.
 * @param others the routes after the first; each is made only when it is needed
 */
export function createFailover(lead: Route, others: AsyncIterator<Route>, watch: RouteWatch): ModelClient {
  let active = lead;
  let isSettled = false;

  /** The next route, with the event that tells of it; null at the end of the chain. */
  const move = async (
    error: ModelError,
    request: ModelRequest,
  ): Promise<Extract<ModelEvent, { type: 'failover' }> | null> => {
    let next = await others.next();
    while (!next.done && !canSee(next.value, request)) next = await others.next();
    if (next.done) return null;
    const from = active.client;
    active = next.value;
    watch.moved(from, active.client, error);
    const { id: to } = active.client.info;
    return { type: 'failover', from: from.info.id, to, label: active.label, reason: error.summary ?? error.message };
  };

  return {
    get info() {
      return active.client.info;
    },
    async *stream(request) {
      const mayMove = !isSettled && !request.helping;
      const tried: Tried[] = [];
      for (;;) {
        const end = yield* callRoute(active, request);
        if (end.ok) {
          isSettled ||= !request.helping;
          watch.answered(active.client);
          return yield end.event;
        }
        const { error, partialText } = end.event;
        if (error.kind !== 'aborted') watch.failed(active.client, error);
        tried.push({ id: active.client.info.id, label: active.label, error });
        const canMove = mayMove && !end.shown && MAY_MOVE.has(error.kind) && !request.signal.aborted;
        const moved = canMove ? await move(error, request) : null;
        if (!moved) return yield { type: 'error', error: together(tried, error), partialText };
        yield moved;
      }
    },
  };
}

/** A model that cannot look at the picture it is asked about would answer about something else. */
function canSee({ client }: Route, { messages }: ModelRequest): boolean {
  const asked = messages.findLast((message) => message.role === 'user');
  return client.info.vision || (asked?.images.length ?? 0) === 0;
}

type RouteEnd =
  | { ok: true; event: Extract<ModelEvent, { type: 'end' }> }
  | { ok: false; event: Extract<ModelEvent, { type: 'error' }>; shown: boolean };

/** One call on one route: passes on what it streams and keeps back how it ended. */
async function* callRoute(route: Route, request: ModelRequest): AsyncGenerator<ModelEvent, RouteEnd> {
  let shown = false;
  for await (const event of route.client.stream(onRoute(route, request))) {
    if (event.type === 'end') return { ok: true, event };
    if (event.type === 'error') return { ok: false, event, shown };
    shown ||= event.type === 'text-delta' || event.type === 'reasoning-delta';
    yield event;
  }
  const { provider } = route.client.info;
  const error: ModelError = {
    kind: 'protocol',
    provider,
    stage: 'streaming',
    message: 'The model ended without an answer.',
  };
  return { ok: false, event: { type: 'error', error, partialText: '' }, shown };
}

/** The request with an effort that this model has. */
function onRoute({ client, effort }: Route, request: ModelRequest): ModelRequest {
  const { effort: wanted = effort, ...rest } = request;
  const level = clampEffort(wanted, client.info.efforts);
  return level === undefined ? rest : { ...rest, effort: level };
}

function together(tried: readonly Tried[], last: ModelError): ModelError {
  if (tried.length < 2 || AS_THEY_ARE.has(last.kind)) return last;
  return allRoutesFailed(tried) ?? last;
}
