import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { RecordingSummary } from '../../../protocol/conversation/recording.ts';
import { useApp } from '../../app-context.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Empty, FailureNote, Skeleton } from '../../components/page-state.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { toListRows } from '../../state/recording-rows.ts';
import { recordings as words } from '../../strings/recordings.ts';
import { RailButton } from '../shell/page-frame.tsx';
import { SessionRow } from './session-row.tsx';

/** Every recorded session under its conversation, with a search over conversations and steps. */
export function RecordingList() {
  const { recordings } = useApp();
  const { items, failure, search } = useStore(recordings);
  const [removing, setRemoving] = useState<RecordingSummary | 'all' | null>(null);
  return (
    <main className="flex min-w-0 flex-1 flex-col">
      <header className="flex min-h-12 items-center gap-2 border-line border-b px-4 py-2">
        <RailButton />
        <h1 className="min-w-0 flex-1 font-semibold text-lg">{words.title}</h1>
        {items && items.length > 0 ? (
          <Button small onClick={() => setRemoving('all')}>
            {words.removeAll}
          </Button>
        ) : null}
      </header>
      <div className="mx-auto flex min-h-0 w-full max-w-[47.5rem] flex-1 flex-col gap-3 px-4 pt-5">
        <Intro />
        {items && (items.length > 0 || search !== '') ? (
          <SearchField
            label={words.search}
            clear={words.clearSearch}
            value={search}
            onChange={(text) => void recordings.setSearch(text)}
          />
        ) : null}
        {failure ? (
          <FailureNote title={words.loadFailed} failure={failure} onRetry={() => void recordings.load()} />
        ) : null}
        {items === null && !failure ? <Skeleton rows={6} label={words.loading} /> : null}
        {items ? <Sessions items={items} search={search} onRemove={setRemoving} /> : null}
      </div>
      {removing ? <RemoveDialog what={removing} onClose={() => setRemoving(null)} /> : null}
    </main>
  );
}

function Intro() {
  const days = useStore(useApp().settings, (state) => state.value?.recordingDays ?? null);
  return (
    <p className="text-muted">
      {words.intro} {days === null || days === 0 ? '' : words.kept(days)}
    </p>
  );
}

interface SessionsProps {
  items: RecordingSummary[];
  search: string;
  onRemove: (item: RecordingSummary) => void;
}

function Sessions({ items, search, onRemove }: SessionsProps) {
  const { settings, shell } = useApp();
  const off = useStore(settings, (state) => state.value?.recordingDays === 0);
  const rows = toListRows(items);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === 'heading' ? 36 : 56),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    paddingEnd: 20,
  });
  if (items.length === 0) {
    if (search !== '') return <Empty>{words.noMatch}</Empty>;
    const open = (
      <Button small onClick={() => shell.go({ name: 'settings', section: 'storage' })}>
        {words.openStorage}
      </Button>
    );
    return <Empty action={off ? open : undefined}>{off ? words.emptyOff : words.empty}</Empty>;
  }
  return (
    <div ref={scroller} className="-mx-4 min-h-0 flex-1 overflow-y-auto px-4">
      <p role="status" className="sr-only">
        {words.found(items.length)}
      </p>
      <ul aria-label={words.list} className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          return row ? (
            <li
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {row.kind === 'heading' ? (
                <h2 className="truncate pt-3 pb-1 font-medium text-sm" title={row.title}>
                  {row.title}
                </h2>
              ) : (
                <SessionRow item={row.item} onRemove={() => onRemove(row.item)} />
              )}
            </li>
          ) : null;
        })}
      </ul>
    </div>
  );
}

function RemoveDialog({ what, onClose }: { what: RecordingSummary | 'all'; onClose: () => void }) {
  const { recordings } = useApp();
  const all = what === 'all';
  return (
    <ConfirmDialog
      title={all ? words.removeAllTitle : words.removeTitle}
      confirm={all ? words.removeAllYes : words.removeYes}
      danger
      onConfirm={() => (all ? recordings.removeAll() : recordings.remove(what.id))}
      onClose={onClose}
    >
      <p>{all ? words.removeAllBody : words.removeBody}</p>
    </ConfirmDialog>
  );
}
