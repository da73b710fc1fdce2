import { CircleAlert, Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ConversationSummary } from '../../../protocol/conversation/entry.ts';
import { cx } from '../../components/cx.ts';
import { Spinner } from '../../components/spinner.tsx';
import { fullTime, when } from '../../state/format.ts';
import { chat } from '../../strings/chat.ts';
import { shell as words } from '../../strings/shell.ts';

interface ItemProps {
  item: ConversationSummary;
  now: number;
  current: boolean;
  onOpen: () => void;
  onAsk: (what: 'rename' | 'remove') => void;
}

const MENU_ITEM = 'flex min-h-7 items-center rounded-control px-2 text-sm outline-none data-highlighted:bg-hover';

/** One line of the list. */
export function ConversationItem({ item, now, current, onOpen, onAsk }: ItemProps) {
  const title = item.title || chat.untitled;
  return (
    <div
      className={cx(
        'group flex min-h-7 items-center rounded-control text-sm hover:bg-hover',
        current && 'bg-selected font-medium hover:bg-selected',
      )}
    >
      <button
        type="button"
        aria-current={current ? 'page' : undefined}
        title={`${title} (${fullTime(item.updatedAt)})`}
        onClick={onOpen}
        className="flex min-h-7 min-w-0 flex-1 items-center gap-2 rounded-control px-2 text-left"
      >
        <span className="min-w-0 flex-1 truncate">{title}</span>
        {item.background ? <span className="font-normal text-muted text-xs">{words.background}</span> : null}
        <ItemState item={item} />
        <span className="font-normal text-muted text-xs group-focus-within:hidden group-hover:hidden">
          {when(item.updatedAt, now)}
        </span>
      </button>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger
          aria-label={words.more(title)}
          className="sr-only rounded-control text-muted hover:bg-hover group-focus-within:not-sr-only group-hover:not-sr-only data-[state=open]:not-sr-only"
        >
          <span className="flex size-7 items-center justify-center">
            <Ellipsis aria-hidden="true" className="size-4" />
          </span>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content
            align="end"
            className="z-20 min-w-36 rounded-card border border-line bg-raised p-1 shadow-lg motion-safe:animate-enter"
          >
            <DropdownMenu.Item className={MENU_ITEM} onSelect={() => onAsk('rename')}>
              {words.rename}
            </DropdownMenu.Item>
            <DropdownMenu.Item className={cx(MENU_ITEM, 'text-danger')} onSelect={() => onAsk('remove')}>
              {words.remove}
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
    </div>
  );
}

function ItemState({ item }: { item: ConversationSummary }) {
  if (item.needsYou) {
    return (
      <span className="flex items-center gap-1 text-warn text-xs">
        <CircleAlert aria-hidden="true" className="size-3.5" />
        {words.needsYou}
      </span>
    );
  }
  if (!item.running) return null;
  return (
    <span role="img" aria-label={words.running} title={words.running}>
      <Spinner className="size-3.5 text-muted" />
    </span>
  );
}
