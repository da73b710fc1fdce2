import type { HostEventName, HostEvents } from '../../../protocol/ipc/events.ts';
import type { RouteName } from '../../../protocol/ipc/routes.ts';
import { type Host, HostFailure } from '../../../renderer/ipc/host.ts';

type Answer = (input: never) => unknown;

export interface TestHost extends Host {
  calls: { route: RouteName; input: unknown }[];
  /** The inputs of one route, oldest first. */
  inputs(route: RouteName): unknown[];
  emit<N extends HostEventName>(name: N, payload: HostEvents[N]): void;
  answer(route: RouteName, answer: Answer): void;
}

/** A host for tests without a browser. A route without an answer is refused as `unknown_route`. */
export function createTestHost(answers: Partial<Record<RouteName, Answer>> = {}): TestHost {
  const known = new Map<string, Answer>(Object.entries(answers));
  const listeners = new Set<{ name: HostEventName; listener: (payload: never) => void }>();
  const calls: TestHost['calls'] = [];
  return {
    calls,
    inputs: (route) => calls.filter((call) => call.route === route).map((call) => call.input),
    answer: (route, answer) => known.set(route, answer),
    emit(name, payload) {
      for (const one of listeners) if (one.name === name) one.listener(payload as never);
    },
    on(name, listener) {
      const entry = { name, listener: listener as (payload: never) => void };
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
    pathOf: (file) => (file.name === 'clip.png' ? '' : `/home/mira/${file.name}`),
    async call(route, input) {
      calls.push({ route, input });
      const answer = known.get(route);
      if (!answer) throw new HostFailure('unknown_route', `Nothing answers ${route} here.`);
      return (await answer(input as never)) as never;
    },
  };
}
