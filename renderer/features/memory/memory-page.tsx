import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { MemoryItem } from '../../../protocol/ipc/memory.ts';
import { useApp } from '../../app-context.ts';
import { Button } from '../../components/button.tsx';
import { Empty, FailureNote, Skeleton } from '../../components/page-state.tsx';
import { groupByScope } from '../../state/memory-store.ts';
import { memory as words } from '../../strings/memory.ts';
import { PageFrame } from '../shell/page-frame.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { ForgetDialog } from './forget-dialog.tsx';
import { MemoryFilters } from './memory-filters.tsx';
import { MemoryRow } from './memory-row.tsx';
import { ReviewCard } from './review-card.tsx';

/** Everything that is remembered, under where it is valid. */
export function MemoryPage() {
  const { memory } = useApp();
  const view = useStore(memory);
  const [open, setOpen] = useState<{ what: 'edit' | 'forget'; item: MemoryItem } | null>(null);
  useEffect(() => void memory.load(), [memory]);
  const { items, facts, failure, search, archived, category } = view;
  const groups = groupByScope(view);
  const filtered = search !== '' || category !== '';
  return (
    <PageFrame title={words.title} intro={words.intro} actions={<ExportButtons />}>
      {failure ? <FailureNote title={words.loadFailed} failure={failure} onRetry={() => void memory.load()} /> : null}
      {facts ? <ReviewCard facts={facts} /> : null}
      {items && (items.length > 0 || filtered || archived) ? <MemoryFilters /> : null}
      {items === null && !failure ? <Skeleton rows={6} label={words.loading} /> : null}
      {items && groups.length === 0 ? <Empty>{filtered ? words.noMatch : words.empty}</Empty> : null}
      {groups.map(([scope, rows]) => (
        <section key={scope} aria-label={words.scopes[scope]} className="flex flex-col gap-1.5">
          <h2 className="font-semibold text-sm">
            {words.scopes[scope]} <span className="font-normal text-muted">{words.found(rows.length)}</span>
          </h2>
          <ul className="flex flex-col divide-y divide-line rounded-card border border-line bg-raised">
            {rows.map((item) => (
              <MemoryRow
                key={item.id}
                item={item}
                onEdit={() => setOpen({ what: 'edit', item })}
                onForget={() => setOpen({ what: 'forget', item })}
              />
            ))}
          </ul>
        </section>
      ))}
      {open?.what === 'edit' ? <EditDialog item={open.item} onClose={() => setOpen(null)} /> : null}
      {open?.what === 'forget' ? <ForgetDialog item={open.item} onClose={() => setOpen(null)} /> : null}
    </PageFrame>
  );
}

function ExportButtons() {
  const { host, shell, attempt } = useApp();
  const save = (format: 'json' | 'markdown') =>
    void attempt(async () => {
      const { path } = await host.call('memory.export', { format });
      if (path !== null) shell.say('info', words.exported(path));
    });
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button small onClick={() => save('markdown')}>
        {words.exportMarkdown}
      </Button>
      <Button small onClick={() => save('json')}>
        {words.exportJson}
      </Button>
    </div>
  );
}
