import type { AgentPorts } from '../../main/agent/agent-ports.ts';
import type { ModelEvent, ModelRequest, ModelResponse } from '../../main/agent/model-client.ts';
import { createWorkers } from '../../main/agent/subagents/workers.ts';
import type { Capability } from '../../main/registry/capability.ts';
import { bindTool } from '../../main/registry/define-tool.ts';
import { subagents } from '../../main/tools/delegation/subagents.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { call, createWorld, scriptedClient, type World } from './agent-world.ts';

/** What a worker's model does with its request. */
export type WorkerScript = (request: ModelRequest, id: string) => Partial<ModelResponse> | AsyncIterable<ModelEvent>;

/** One result as the model of the parent reads it. */
export interface ReadResult {
  id: string;
  status: string;
  agent_name: string;
  session_id: string;
  duration_ms: number;
  iterations: number;
  output: string;
  error: { code: string; text: string } | null;
  truncated: boolean;
}

export interface SubagentsWorld extends World {
  requests: ModelRequest[];
  /** Of the workers alone, by the task's id. */
  workerRequests(id: string): ModelRequest[];
}

/**
 * An agent whose first answer calls `subagents` with this input; a worker is known by `task:<id>` in what it is asked.
 * After the call the parent says "done".
 */
export function subagentsWorld(
  input: JsonObject,
  worker: WorkerScript,
  more: { tools?: Capability[]; change?: Partial<AgentPorts>; calls?: JsonObject[] } = {},
): SubagentsWorld {
  let asked = false;
  const client = scriptedClient((request) => {
    const id = workerOf(request);
    if (id !== null) return worker(request, id);
    if (asked) return { text: 'done' };
    asked = true;
    const inputs = more.calls ?? [input];
    return { toolCalls: inputs.map((one, index) => call('subagents', one, `s${index}`)) };
  });
  const world = createWorld(client, more.change);
  world.ports.registry.register(bindTool(subagents, { workers: createWorkers(world.ports) }));
  for (const tool of more.tools ?? []) world.ports.registry.register(tool);
  return {
    ...world,
    requests: client.requests,
    workerRequests: (id) => client.requests.filter((request) => workerOf(request) === id),
  };
}

function workerOf(request: ModelRequest): string | null {
  const [first] = request.messages;
  return first?.role === 'user' ? (/task:(\w+)/.exec(first.text)?.[1] ?? null) : null;
}

/** The tasks of a call, each naming itself. */
export function tasksNamed(...ids: string[]): { id: string; task: string }[] {
  return ids.map((id) => ({ id, task: `Look at task:${id}` }));
}

/** What the parent's model was told. */
export function readResults(world: SubagentsWorld): { status: string; results: ReadResult[]; summary: JsonObject } {
  const text = lastResult(world);
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
}

/** The text of the last tool result that a parent's model was sent. */
export function lastResult(world: SubagentsWorld): string {
  const tools = world.requests
    .filter((request) => workerOf(request) === null)
    .flatMap((request) => request.messages.filter((message) => message.role === 'tool'));
  return tools.at(-1)?.text ?? '';
}
