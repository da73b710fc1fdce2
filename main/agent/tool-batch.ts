import type { ToolCall } from '../../protocol/conversation/message.ts';
import type { WorkerState } from '../../protocol/conversation/worker.ts';
import type { Surface } from '../registry/registry.ts';
import type { AgentPorts } from './agent-ports.ts';
import { createLiveOutput } from './live-output.ts';
import type { StoredTool } from './store-port.ts';
import { toolEndEvent, toolEntry } from './stored-entry.ts';
import { executeCall, type FinishedCall, finishCall, prepareCall, titleOf, unrunCall } from './tool-call.ts';
import type { TurnScope } from './turn-scope.ts';

/** Read-only calls that run side by side. */
const SIDE_BY_SIDE = 6;

type Ports = Pick<AgentPorts, 'images' | 'clock' | 'log' | 'trace'>;

/** Calls of one answer. */
export interface Calls {
  calls: readonly ToolCall[];
  surface: Surface;
  /** Writes the answer itself together with the first rows of its calls. */
  open(...rows: StoredTool[]): void;
}

/** A batch's calls and what becomes of them. */
export interface Batch extends Calls {
  /** Said by the host after the result of a call, by call id. */
  notes: ReadonlyMap<string, string>;
}

/**
 * Runs the calls of one model answer. Neighbouring read-only calls run side by side, everything else one after the
 * other; rows are written in the order the model asked. After Stop, calls that have not begun get a `stopped` result.
 */
export async function runBatch(scope: TurnScope, batch: Batch, ports: Ports): Promise<StoredTool[]> {
  const rows: StoredTool[] = [];
  let save = batch.open;
  for (const calls of groupCalls(batch.calls, batch.surface)) {
    const part = { calls, surface: batch.surface, open: save };
    save = scope.save;
    if (scope.signal.aborted) {
      rows.push(...skipCalls(scope, part, STOPPED, ports));
      continue;
    }
    const begun = calls.map((call) => ({ call, row: rowOf(scope, call, batch.surface, ports) }));
    part.open(...begun.map(({ row }) => row));
    for (const { row } of begun) scope.emit({ type: 'tool-start', entry: toolEntry(row) });
    rows.push(...(await Promise.all(begun.map(({ call, row }) => runCall(scope, call, row, batch, ports)))));
  }
  return rows;
}

/** Answers calls without running them. */
export function skipCalls(
  scope: TurnScope,
  { calls, surface, open }: Calls,
  why: { code: string; text: string },
  ports: Ports,
): StoredTool[] {
  const end = unrunCall(why.code, why.text, ports.clock.now());
  const rows = calls.map((call) => rowOf(scope, call, surface, ports));
  const done = rows.map((row) => ({ ...row, end }));
  open(...done);
  for (const row of rows) {
    scope.emit({ type: 'tool-start', entry: toolEntry(row) });
    announceEnd(scope, row, end, ports);
  }
  return done;
}

const STOPPED = { code: 'stopped', text: 'Not run: the owner stopped the turn before this call began.' };

async function runCall(
  scope: TurnScope,
  call: ToolCall,
  row: StoredTool,
  batch: Batch,
  ports: Ports,
): Promise<StoredTool> {
  const ready = prepareCall(batch.surface, call);
  const output = createLiveOutput(ports.clock, (text) => scope.emit({ type: 'tool-output', id: row.id, text }));
  const context = {
    caller: scope.caller,
    turnId: scope.turnId,
    callId: row.id,
    signal: scope.signal,
    report: output.add,
    showWorkers: (workers: WorkerState[]) => scope.emit({ type: 'tool-workers', id: row.id, workers }),
  };
  const result = ready.ok ? await executeCall(ready, context, ports) : ready;
  output.end();
  const finished = await finishCall(result, ports, scope.signal);
  const note = batch.notes.get(call.id);
  return endCall(scope, row, note === undefined ? finished : { ...finished, note }, ports);
}

function rowOf(scope: TurnScope, call: ToolCall, surface: Surface, ports: Ports): StoredTool {
  const at = ports.clock.now();
  const title = titleOf(surface.find(call.name), call);
  const { id, name } = call;
  return { kind: 'tool', id, turnId: scope.turnId, at, name, title, arguments: call.arguments, startedAt: at };
}

function endCall(scope: TurnScope, row: StoredTool, end: FinishedCall, ports: Ports): StoredTool {
  const done: StoredTool = { ...row, end };
  scope.save(done);
  announceEnd(scope, row, end, ports);
  return done;
}

function announceEnd(scope: TurnScope, row: StoredTool, end: FinishedCall, ports: Ports): void {
  scope.emit(toolEndEvent(row.id, end));
  ports.trace?.({
    at: row.startedAt,
    conversationId: scope.conversationId,
    turnId: scope.turnId,
    callId: row.id,
    name: row.name,
    ok: end.ok,
    code: end.code ?? null,
    durationMs: end.at - row.startedAt,
    arguments: row.arguments,
    result: end.text,
  });
}

function groupCalls(calls: readonly ToolCall[], surface: Surface): ToolCall[][] {
  const groups: ToolCall[][] = [];
  let isReading = false;
  for (const call of calls) {
    const reads = surface.find(call.name)?.policy === 'read_only';
    const last = groups.at(-1);
    if (reads && isReading && last && last.length < SIDE_BY_SIDE) last.push(call);
    else groups.push([call]);
    isReading = reads;
  }
  return groups;
}
