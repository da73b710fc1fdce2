import type { HostEvent } from '../../../protocol/ipc/events.ts';
import type { IpcHandlers } from '../../../protocol/ipc/routes.ts';
import type { JsonObject } from '../../../protocol/json.ts';
import type { ToolRunner } from '../../agent/tool-runner.ts';
import { handRunCaller } from '../../host/callers.ts';
import type { Registry } from '../../registry/registry.ts';
import { toolRows } from '../../registry/tool-rows.ts';
import { IpcRefusal } from '../refusal.ts';

type Routes = Extract<keyof IpcHandlers, `tool.${string}`>;

/** The Tools page: every capability, and runs by hand as the attended owner. */
export function toolHandlers(parts: {
  registry: Registry;
  runner: ToolRunner;
  announce(event: HostEvent): void;
  /** Also aborts what runs when the host closes. */
  closing: AbortSignal;
}): Pick<IpcHandlers, Routes> {
  const running = new Map<string, AbortController>();
  return {
    'tool.list': () => toolRows(parts.registry, handRunCaller()),
    async 'tool.run'({ name, input, runId }) {
      if (running.has(runId)) throw new IpcRefusal('run_exists', 'A run with this id is going on already.');
      const controller = new AbortController();
      running.set(runId, controller);
      try {
        return await parts.runner.run({
          name,
          input: input as JsonObject,
          caller: handRunCaller(),
          signal: AbortSignal.any([controller.signal, parts.closing]),
          onOutput: (text) => parts.announce({ name: 'tool-run.output', payload: { runId, text } }),
        });
      } finally {
        running.delete(runId);
      }
    },
    'tool.stop'({ runId }) {
      running.get(runId)?.abort(new Error('Stopped by the owner.'));
      return null;
    },
  };
}
