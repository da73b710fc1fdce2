import type { ToolRunResult } from '../../protocol/ipc/shapes.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { unwrapCall } from '../registry/deferral/unwrap-call.ts';
import type { Caller } from '../registry/policy.ts';
import type { AgentPorts } from './agent-ports.ts';
import { createLiveOutput } from './live-output.ts';
import { executeCall, finishCall, prepareCall } from './tool-call.ts';

/** One call made by hand: from the Tools page or `fermix tool`. */
export interface HandRun {
  name: string;
  input: JsonObject;
  /** Whose gates are checked; its conversation id is what approvals and computer use are bound to. */
  caller: Caller;
  signal: AbortSignal;
  onOutput(text: string): void;
}

/** Runs one tool outside a turn, through the same phases: gates, validation, deadline, abort, limits, pictures, trace. */
export interface ToolRunner {
  /** Never rejects. The text is at most 1 MiB; pictures are stored. */
  run(call: HandRun): Promise<ToolRunResult>;
}

export function createToolRunner(
  ports: Pick<AgentPorts, 'registry' | 'images' | 'clock' | 'ids' | 'log' | 'trace'>,
): ToolRunner {
  return {
    async run({ name: asked, input, caller, signal, onOutput }) {
      const startedAt = ports.clock.now();
      const callId = ports.ids.next('call');
      const turnId = ports.ids.next('hand');
      const surface = ports.registry.snapshot(caller);
      const call = unwrapCall({ id: callId, name: asked, arguments: input });
      const { name } = call;
      const ready = prepareCall(surface, call);
      const output = createLiveOutput(ports.clock, onOutput);
      const context = { caller, turnId, callId, signal, report: output.add };
      const result = ready.ok ? await executeCall(ready, context, ports) : ready;
      output.end();
      const end = await finishCall(result, ports, signal);
      const durationMs = end.at - startedAt;
      const { conversationId } = caller;
      const code = end.code ?? null;
      const bodies = { arguments: input, result: end.text };
      ports.trace?.({ at: startedAt, conversationId, turnId, callId, name, ok: end.ok, code, durationMs, ...bodies });
      return {
        ok: end.ok,
        code,
        outcome: end.outcome,
        text: end.text,
        images: end.images.map((one) => one.image),
        durationMs,
        ...(end.remedy === undefined ? {} : { remedy: end.remedy }),
      };
    },
  };
}
