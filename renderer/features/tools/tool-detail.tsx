import type { ToolInfo } from '../../../protocol/ipc/shapes.ts';
import { Badge } from '../../components/badge.tsx';
import { MonoBlock } from '../../components/mono-block.tsx';
import { tools as words } from '../../strings/tools.ts';
import { HandApprovals } from './hand-approvals.tsx';
import { ToolForm } from './tool-form.tsx';
import { ToolResultView } from './tool-result.tsx';
import { categoryWord, policyWord } from './tool-words.ts';
import { useToolRun } from './use-tool-run.ts';

/** One tool: what it does, what stands in its way, its form and what came of it. */
export function ToolDetail({ tool }: { tool: ToolInfo }) {
  const run = useToolRun(tool.name);
  return (
    <>
      <div className="flex flex-col gap-2">
        <h2 className="wrap-anywhere font-mono font-semibold text-lg">{tool.name}</h2>
        <div className="flex flex-wrap gap-1.5">
          <Badge>{categoryWord(tool.category)}</Badge>
          <Badge>{policyWord(tool.policy)}</Badge>
          {tool.ownerOnly ? <Badge>{words.ownerOnly}</Badge> : null}
          {tool.source === 'builtin' ? null : <Badge>{`${words.source}: ${tool.source}`}</Badge>}
          {tool.registered ? (
            <Badge tone={tool.advertised ? 'ok' : 'warn'}>{tool.advertised ? words.available : words.notOffered}</Badge>
          ) : (
            <Badge tone="warn">{words.notRegistered}</Badge>
          )}
        </div>
        {tool.reason ? <p className="wrap-anywhere text-sm text-warn">{tool.reason}</p> : null}
        <p className="wrap-anywhere whitespace-pre-wrap">{tool.description}</p>
      </div>
      <ToolForm schema={tool.inputSchema} run={run} />
      <HandApprovals />
      <ToolResultView run={run} tool={tool.name} />
      <details>
        <summary className="rounded-control text-muted text-sm">{words.schema}</summary>
        <MonoBlock className="mt-2" label={words.schema} text={JSON.stringify(tool.inputSchema, null, 2)} />
      </details>
    </>
  );
}
