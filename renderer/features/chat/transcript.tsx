import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app-context.ts';
import { Button } from '../../components/button.tsx';
import { type Row, toRows } from '../../state/rows.ts';
import { chat as words } from '../../strings/chat.ts';
import { RowView } from './row-view.tsx';
import { useOlderPages } from './use-older-pages.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useSoughtRow } from './use-sought-row.ts';
import { useStick } from './use-stick.ts';

/** First guess of a row's height, in CSS pixels; rows are measured once they are drawn. */
function guess(row: Row | undefined): number {
  if (row?.kind === 'entry' && row.entry.kind === 'assistant') return 60 + row.entry.text.length * 0.35;
  return row?.kind === 'entry' && row.entry.kind === 'approval' ? 240 : 56;
}

/** Says that older messages are being read, or could not be. Lies over the top, so that nothing moves. */
function OlderState() {
  const { chat } = useApp();
  const older = useStore(chat, (state) => state.older);
  if (older === 'idle') return null;
  return (
    <div className="pointer-events-none sticky top-1 z-10 flex h-0 justify-center">
      {older === 'loading' ? (
        <span className="h-fit rounded-full border border-line bg-raised px-2 text-muted text-xs">
          {words.olderLoading}
        </span>
      ) : (
        <Button small className="pointer-events-auto" onClick={() => void chat.loadOlder()}>
          {words.olderFailed}
        </Button>
      )}
    </div>
  );
}

/** The entries of the open conversation; only those near the view are in the page. */
export function Transcript() {
  const { chat } = useApp();
  const { id, conversation, pending } = useStore(chat);
  const rows = useMemo(() => toRows(conversation, pending, id), [conversation, pending, id]);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => guess(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
    paddingStart: 12,
    paddingEnd: 12,
  });
  const total = virtual.getTotalSize();
  const stick = useStick(scroller, rows, total);
  // Only what lies wholly above the view may move it: a row that grows while it is read must not.
  virtual.shouldAdjustScrollPositionOnItemSizeChange = (item, _delta, instance) =>
    !stick.following && item.end <= (instance.scrollOffset ?? 0);
  useOlderPages(scroller, rows, virtual);
  useSoughtRow(scroller, rows, virtual, stick.opened);
  useRowFocus(scroller, rows, virtual);

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="log"
        aria-label={words.transcript}
        // Finished paragraphs are announced by ChatAnnouncer; tokens, and rows drawn again by scrolling, are not.
        aria-live="off"
        onScroll={stick.onScroll}
        className="@container h-full overflow-y-auto overflow-x-hidden [overflow-anchor:none]"
      >
        <OlderState />
        <div className="relative mx-auto max-w-[47.5rem]" style={{ height: total }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            return row ? (
              <div
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                className="absolute inset-x-0 top-0 px-4 py-1"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <RowView row={row} onOpen={stick.opened} />
              </div>
            ) : null;
          })}
        </div>
      </div>
      {stick.following ? null : (
        <div className="pointer-events-none absolute inset-x-0 bottom-2 flex justify-center">
          <Button small className="pointer-events-auto rounded-full shadow-md" onClick={stick.jump}>
            <ArrowDown aria-hidden="true" className="size-3.5" />
            {words.newMessages(stick.unseen)}
          </Button>
        </div>
      )}
    </div>
  );
}
