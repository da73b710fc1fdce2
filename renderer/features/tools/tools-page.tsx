import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { ToolInfo } from '../../../protocol/ipc/shapes.ts';
import { useApp } from '../../app-context.ts';
import { Button } from '../../components/button.tsx';
import { Empty, FailureNote, Skeleton } from '../../components/page-state.tsx';
import { EVERYTHING, filterTools } from '../../state/tool-filter.ts';
import { tools as words } from '../../strings/tools.ts';
import { RailButton } from '../shell/page-frame.tsx';
import { HandApprovals } from './hand-approvals.tsx';
import { ToolDetail } from './tool-detail.tsx';
import { ToolFilters } from './tool-filters.tsx';
import { ToolList } from './tool-list.tsx';

/** Every tool, readable, and runnable by hand. Where there is little room, the list or the tool, not both. */
export function ToolsPage({ name }: { name: string | null }) {
  const { tools, shell } = useApp();
  const { value, failure } = useStore(tools);
  const layout = useStore(shell, (state) => state.layout);
  const narrow = layout === 'sheets';
  const width = narrow ? 'flex-1' : layout === 'compact' ? 'w-60 shrink-0' : 'w-72 shrink-0';
  useEffect(() => void tools.load(), [tools]);

  const back = narrow && name !== null;
  return (
    <main className="flex min-w-0 flex-1 flex-col">
      <header className="flex min-h-12 items-center gap-2 border-line border-b px-4 py-2">
        <RailButton />
        <h1 className="min-w-0 flex-1 font-semibold text-lg">{words.title}</h1>
        {back ? (
          <Button small onClick={() => shell.go({ name: 'tools', tool: null })}>
            {words.back}
          </Button>
        ) : null}
      </header>
      {failure ? (
        <div className="p-4">
          <FailureNote title={words.loadFailed} failure={failure} onRetry={() => void tools.load()} />
        </div>
      ) : null}
      {name === null ? (
        <div className="max-h-1/2 shrink-0 overflow-y-auto px-4 empty:hidden">
          <HandApprovals />
        </div>
      ) : null}
      <div className="flex min-h-0 flex-1">
        <div hidden={back} className={back ? '' : `flex min-h-0 flex-col border-line border-r ${width}`}>
          {value ? <Shelf tools={value} chosen={name} /> : null}
          {value || failure ? null : (
            <div className="p-3">
              <Skeleton rows={8} />
            </div>
          )}
        </div>
        {narrow && !back ? null : <Detail tools={value} name={name} />}
      </div>
    </main>
  );
}

function Shelf({ tools, chosen }: { tools: ToolInfo[]; chosen: string | null }) {
  const [filter, setFilter] = useState(EVERYTHING);
  const shown = filterTools(tools, filter);
  const clear = (
    <Button small onClick={() => setFilter(EVERYTHING)}>
      {words.clear}
    </Button>
  );
  return (
    <>
      <ToolFilters tools={tools} filter={filter} shown={shown.length} onChange={setFilter} />
      {shown.length > 0 ? (
        <ToolList tools={shown} chosen={chosen} />
      ) : (
        <div className="p-3">
          {tools.length > 0 ? <Empty action={clear}>{words.noMatch}</Empty> : <Empty>{words.empty}</Empty>}
        </div>
      )}
    </>
  );
}

function Detail({ tools, name }: { tools: ToolInfo[] | null; name: string | null }) {
  const chosen = tools?.find((tool) => tool.name === name);
  return (
    <div className="min-w-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-[47.5rem] flex-col gap-4 px-4 py-5">
        {chosen ? <ToolDetail key={chosen.name} tool={chosen} /> : null}
        {tools && name && !chosen ? <p>{words.unknown(name)}</p> : null}
        {name ? null : (
          <>
            <p className="text-muted">{words.intro}</p>
            <p className="text-muted">{words.choose}</p>
          </>
        )}
      </div>
    </div>
  );
}
