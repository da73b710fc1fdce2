import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { ConversationSummary } from '../../../protocol/conversation/entry.ts';
import { useApp } from '../../app-context.ts';
import { FailureNote, Skeleton } from '../../components/page-state.tsx';
import { useNow } from '../../components/use-now.ts';
import { shell as words } from '../../strings/shell.ts';
import { RemoveDialog, RenameDialog } from './conversation-dialogs.tsx';
import { ConversationItem } from './conversation-item.tsx';
import { MessageHits } from './message-hits.tsx';

type Asked = { what: 'rename' | 'remove'; item: ConversationSummary };

/** All conversations, newest first; virtual from the first row. */
export function ConversationList() {
  const { list, chat, openConversation } = useApp();
  const { items, search, failure } = useStore(list);
  const current = useStore(chat, (state) => state.id);
  const onChat = useStore(useApp().shell, (state) => state.page.name === 'chat');
  const [asked, setAsked] = useState<Asked | null>(null);
  const now = useNow(true, 60_000);
  const scroller = useRef<HTMLDivElement>(null);
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  const virtual = useVirtualizer({
    count: items?.length ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => 1.875 * rem,
    overscan: 8,
    getItemKey: (index) => items?.[index]?.id ?? index,
  });

  return (
    <section aria-label={words.conversations} className="flex min-h-0 flex-1 flex-col">
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {failure ? <FailureNote title={words.listFailed} failure={failure} onRetry={() => void list.load()} /> : null}
        {items === null && !failure ? <Skeleton rows={6} label={words.conversations} /> : null}
        {items?.length === 0 ? (
          <p className="px-2 py-3 text-muted text-sm">{search ? words.noMatches : words.noConversations}</p>
        ) : null}
        <ul className="relative" style={{ height: virtual.getTotalSize() }} aria-label={listLabel(items)}>
          {virtual.getVirtualItems().map((row) => {
            const item = items?.[row.index];
            if (!item) return null;
            return (
              <li
                key={row.key}
                ref={virtual.measureElement}
                data-index={row.index}
                aria-setsize={items?.length}
                aria-posinset={row.index + 1}
                className="absolute inset-x-0 top-0 pb-0.5"
                style={{ transform: `translateY(${row.start}px)` }}
              >
                <ConversationItem
                  item={item}
                  now={now}
                  current={onChat && item.id === current}
                  onOpen={() => openConversation(item.id)}
                  onAsk={(what) => setAsked({ what, item })}
                />
              </li>
            );
          })}
        </ul>
        <MessageHits />
      </div>
      {asked?.what === 'rename' ? <RenameDialog item={asked.item} onClose={() => setAsked(null)} /> : null}
      {asked?.what === 'remove' ? <RemoveDialog item={asked.item} onClose={() => setAsked(null)} /> : null}
    </section>
  );
}

function listLabel(items: ConversationSummary[] | null): string {
  return items ? words.conversationCount(items.length) : words.conversations;
}
