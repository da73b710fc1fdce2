import { Pencil, Trash2 } from 'lucide-react';
import type { MemoryItem } from '../../../protocol/ipc/memory.ts';
import { useApp } from '../../app-context.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { fullTime } from '../../state/format.ts';
import { memory as words } from '../../strings/memory.ts';

interface RowProps {
  item: MemoryItem;
  onEdit: () => void;
  onForget: () => void;
}

/** One fact: what, what kind, since when, from where. */
export function MemoryRow({ item, onEdit, onForget }: RowProps) {
  const { host, attempt, openConversation } = useApp();
  const { conversation, trust } = item;
  const show = () =>
    void attempt(async () => void (await host.call('memory.archive', { id: item.id, archived: false })));
  return (
    <li className="flex items-start gap-2 px-4 py-3">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className={`wrap-anywhere whitespace-pre-wrap ${item.archived ? 'text-muted' : ''}`}>{item.value}</p>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-xs">
          <Badge>{words.categories[item.category]}</Badge>
          {item.archived ? <Badge tone="warn">{words.archivedMark}</Badge> : null}
          {trust === 'owner' ? null : <Badge tone="warn">{words.trust[trust]}</Badge>}
          <span className="wrap-anywhere font-mono">{item.key}</span>
          {item.profile ? <span>{words.profile(item.profile)}</span> : null}
          <span>{fullTime(item.updatedAt)}</span>
          {item.source ? <span>{item.source}</span> : null}
          {conversation ? (
            <button type="button" className="underline" onClick={() => openConversation(conversation.id)}>
              {conversation.title || conversation.id}
            </button>
          ) : null}
        </div>
      </div>
      {item.archived ? (
        <Button small look="quiet" onClick={show}>
          {words.restore}
        </Button>
      ) : null}
      <IconButton icon={Pencil} size="small" label={words.editOne(item.key)} onClick={onEdit} />
      <IconButton icon={Trash2} size="small" label={words.forgetOne(item.key)} onClick={onForget} />
    </li>
  );
}
