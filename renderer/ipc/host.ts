import type { Bridge } from '../../protocol/ipc/bridge.ts';
import type { HostEventName, HostEvents } from '../../protocol/ipc/events.ts';
import type { Reply, RouteInput, RouteName, RouteOutput } from '../../protocol/ipc/routes.ts';
import type { RemedyShape } from '../../protocol/ipc/shapes.ts';

/** One typed call to the host. Rejects with a HostFailure, never with anything else. */
export type Call = <N extends RouteName>(route: N, input: RouteInput<N>) => Promise<RouteOutput<N>>;

/** All that the window knows of the program behind it. */
export interface Host {
  call: Call;
  /** Returns the function that stops listening. */
  on<N extends HostEventName>(name: N, listener: (payload: HostEvents[N]) => void): () => void;
  /** Absolute path of a dropped or chosen file; empty when it is not on the disk. */
  pathOf(file: File): string;
}

/** A refusal or fault as the host worded it. */
export class HostFailure extends Error {
  readonly code: string;
  readonly remedy: RemedyShape | null;

  constructor(code: string, message: string, remedy: RemedyShape | null = null) {
    super(message);
    this.name = 'HostFailure';
    this.code = code;
    this.remedy = remedy;
  }
}

/** Any thrown value as a HostFailure, so that pages have one shape to draw. */
export function toFailure(thrown: unknown): HostFailure {
  if (thrown instanceof HostFailure) return thrown;
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return new HostFailure('unexpected', text || 'Something went wrong in the window.');
}

/** Puts types on the preload's bridge. */
export function connectHost(bridge: Bridge): Host {
  return {
    async call<N extends RouteName>(route: N, input: RouteInput<N>): Promise<RouteOutput<N>> {
      const reply = (await invoke(bridge, route, input)) as Reply<RouteOutput<N>>;
      if (reply.ok) return reply.value;
      throw new HostFailure(reply.code, reply.message, reply.remedy ?? null);
    },
    on(name, listener) {
      return bridge.on((event) => {
        if (event.name === name) listener(event.payload as never);
      });
    },
    pathOf: (file) => bridge.pathOf(file),
  };
}

async function invoke(bridge: Bridge, route: string, input: unknown): Promise<Reply<unknown>> {
  try {
    return await bridge.invoke(route, input);
  } catch (thrown) {
    return { ok: false, code: 'host_unreachable', message: toFailure(thrown).message };
  }
}
