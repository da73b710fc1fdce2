import type { Usage } from '../../protocol/conversation/message.ts';
import { addUsage } from '../../protocol/conversation/usage.ts';
import type { AgentPorts } from './agent-ports.ts';
import { DIGEST_BYTES, type DigestMaker, digestResult } from './digest.ts';
import type { TurnRecord } from './history.ts';
import { utf8Length } from './limit-text.ts';
import type { StoredTool } from './store-port.ts';
import type { TurnScope } from './turn-scope.ts';

/** Steps before the one being answered whose results stay as they are. */
const RAW_STEPS = 2;
const BYTES_PER_TOKEN = 4;
/** Bytes a result costs besides its text. */
const RESULT_OVERHEAD = 200;

/** Which results may be condensed: those older than the raw window, the raw window too, or every one. */
export type Reach = 'older' | 'window' | 'all';

export type ReduceEnd = { ok: true; reduced: number; usage: Usage } | { ok: false; reason: string };

/** Keeps the requests of one run within the model's window. */
export interface ContextBudget {
  /** Estimated tokens of the next request; null while no model has counted any. */
  estimate(turns: readonly TurnRecord[]): number | null;
  /** Condenses results, oldest step first, until the estimate is at most `target` (null: as many as there are). */
  reduce(turns: readonly TurnRecord[], reach: Reach, target: number | null): Promise<ReduceEnd>;
}

/**
 * The estimate starts from what the provider counted for the last prompt; what came since is counted by bytes. A
 * result that does not get shorter is left as it is for the rest of the run.
 */
export function createContextBudget(
  scope: TurnScope,
  maker: DigestMaker,
  ports: Pick<AgentPorts, 'log'>,
): ContextBudget {
  const incompressible = new Set<string>();
  let savedBytes = 0;
  let savedSince = '';

  const estimate = (turns: readonly TurnRecord[]): number | null => {
    const rows = turns.flatMap((turn) => [turn.user, ...turn.rows]);
    const index = rows.findLastIndex((row) => row.kind === 'assistant' && row.promptTokens !== undefined);
    const base = rows[index];
    if (base?.kind !== 'assistant' || base.promptTokens === undefined) return null;
    if (savedSince !== base.id) {
      savedSince = base.id;
      savedBytes = 0;
    }
    const bytes = rows.slice(index + 1).reduce((sum, row) => sum + rowBytes(row), 0);
    return base.promptTokens + (base.usage?.outputTokens ?? 0) + Math.ceil((bytes - savedBytes) / BYTES_PER_TOKEN);
  };

  const shorten = async (tool: StoredTool): Promise<ReduceEnd> => {
    if (!tool.end) return { ok: true, reduced: 0, usage: {} };
    const digest = await digestResult(tool, maker);
    if (!digest.ok) return digest;
    const before = utf8Length(tool.end.text);
    const after = utf8Length(digest.text) + RESULT_OVERHEAD;
    if (after >= before) {
      incompressible.add(tool.id);
      return { ok: true, reduced: 0, usage: digest.usage };
    }
    tool.end = { ...tool.end, digest: digest.text };
    scope.save(tool);
    savedBytes += before - after;
    return { ok: true, reduced: 1, usage: digest.usage };
  };

  return {
    estimate,
    async reduce(turns, reach, target) {
      let usage: Usage = {};
      let reduced = 0;
      for (const tool of candidates(turns, reach, incompressible)) {
        const now = estimate(turns);
        if (target !== null && now !== null && now <= target) break;
        const end = await shorten(tool);
        if (!end.ok) {
          ports.log.warn('digest_failed', { callId: tool.id, reason: end.reason });
          return end;
        }
        usage = addUsage(usage, end.usage);
        reduced += end.reduced;
      }
      return { ok: true, reduced, usage };
    },
  };
}

/** A result that came after the count and was condensed since counts with its raw size, less what was saved. */
function rowBytes(row: TurnRecord['user'] | TurnRecord['rows'][number]): number {
  if (row.kind === 'tool') return utf8Length(row.end?.text ?? '') + RESULT_OVERHEAD;
  if (row.kind === 'assistant') return utf8Length(row.text);
  return utf8Length(row.text) + (row.fileTexts ?? []).reduce((sum, file) => sum + utf8Length(file.text), 0);
}

function candidates(turns: readonly TurnRecord[], reach: Reach, incompressible: ReadonlySet<string>): StoredTool[] {
  const steps: StoredTool[][] = [];
  for (const row of turns.flatMap((turn) => turn.rows)) {
    if (row.kind === 'assistant') steps.push([]);
    else if (row.kind === 'tool') steps.at(-1)?.push(row);
  }
  const withTools = steps.filter((step) => step.length > 0);
  const kept = { older: RAW_STEPS + 1, window: 1, all: 0 }[reach];
  const open = withTools.slice(0, Math.max(0, withTools.length - kept)).flat();
  return open.filter((tool) => {
    if (!tool.end || tool.end.digest !== undefined || incompressible.has(tool.id)) return false;
    return utf8Length(tool.end.text) > DIGEST_BYTES;
  });
}
