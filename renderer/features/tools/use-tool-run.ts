import { useEffect, useRef, useState } from 'react';
import type { ToolRunResult } from '../../../protocol/ipc/shapes.ts';
import type { JsonObject } from '../../../protocol/json.ts';
import { useApp } from '../../app-context.ts';
import { type HostFailure, toFailure } from '../../ipc/host.ts';

/** Live output kept, in UTF-16 units; older text is dropped from the front. */
const KEPT = 65_536;

export interface ToolRun {
  running: boolean;
  stopping: boolean;
  startedAt: number;
  output: string;
  result: ToolRunResult | null;
  failure: HostFailure | null;
  start: (input: JsonObject) => void;
  stop: () => void;
  /** Takes an older result away; what runs goes on. */
  clear: () => void;
}

const IDLE = { running: false, stopping: false, startedAt: 0, output: '', result: null, failure: null };

type RunState = Omit<ToolRun, 'start' | 'stop' | 'clear'>;

/** Runs a tool by hand: its live output, its end, and Stop. */
export function useToolRun(name: string): ToolRun {
  const { host, newId, attempt } = useApp();
  const [state, setState] = useState<RunState>(IDLE);
  const runId = useRef<string | null>(null);

  useEffect(() => {
    const end = host.on('tool-run.output', (event) => {
      if (event.runId !== runId.current) return;
      setState((old) => ({ ...old, output: (old.output + event.text).slice(-KEPT) }));
    });
    return () => {
      end();
      // Leaving the tool ends what it started by hand: its result would have no place to appear.
      if (runId.current) void host.call('tool.stop', { runId: runId.current }).catch(() => undefined);
      runId.current = null;
    };
  }, [host]);

  async function run(input: JsonObject): Promise<void> {
    const id = newId();
    runId.current = id;
    setState({ ...IDLE, running: true, startedAt: Date.now() });
    try {
      const result = await host.call('tool.run', { name, input, runId: id });
      if (runId.current === id) setState((old) => ({ ...old, result }));
    } catch (thrown) {
      if (runId.current === id) setState((old) => ({ ...old, failure: toFailure(thrown) }));
    } finally {
      if (runId.current === id) {
        runId.current = null;
        setState((old) => ({ ...old, running: false, stopping: false }));
      }
    }
  }

  return {
    ...state,
    start: (input) => void run(input),
    clear: () => setState((old) => (old.running ? old : IDLE)),
    stop() {
      const id = runId.current;
      if (!id) return;
      setState((old) => ({ ...old, stopping: true }));
      void attempt(async () => {
        await host.call('tool.stop', { runId: id });
      });
    },
  };
}
