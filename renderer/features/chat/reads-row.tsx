import { ChevronRight, Files } from 'lucide-react';
import { useStore } from 'zustand';
import type { ToolEntry } from '../../../protocol/conversation/entry.ts';
import { useApp } from '../../app-context.ts';
import { cx } from '../../components/cx.ts';
import { COMPUTER_TOOL } from '../../state/drive.ts';
import { duration } from '../../state/format.ts';
import { chat as words } from '../../strings/chat.ts';
import { OutcomeMark } from './outcome-mark.tsx';
import { ToolCard } from './tool-card.tsx';

interface ReadsProps {
  rowKey: string;
  entries: ToolEntry[];
  onOpen: () => void;
}

/** Several reads in a row, folded into one line. */
export function ReadsRow({ rowKey, entries, onOpen }: ReadsProps) {
  const { cards } = useApp();
  const open = useStore(cards, (state) => state.open[rowKey] === true);
  const label = foldWords(entries);
  const took = entries.reduce((sum, entry) => sum + (entry.endedAt ?? entry.startedAt) - entry.startedAt, 0);
  return (
    <article data-stop tabIndex={-1} aria-label={label}>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => {
          onOpen();
          cards.toggle(rowKey);
        }}
        className="flex min-h-8 w-full items-center gap-2 rounded-card px-2 text-left text-sm hover:bg-hover"
      >
        <Files aria-hidden="true" className="size-4 shrink-0 text-muted" />
        <span className="min-w-0 flex-1 truncate">{label}</span>
        <OutcomeMark outcome="performed" />
        <span className="shrink-0 text-muted text-xs">{duration(took)}</span>
        <ChevronRight
          aria-hidden="true"
          className={cx('size-4 shrink-0 text-muted transition-transform', open && 'rotate-90')}
        />
      </button>
      {open ? (
        <div className="ml-4 border-line border-l pl-1">
          {entries.map((entry) => (
            <ToolCard key={entry.id} entry={entry} onOpen={onOpen} />
          ))}
        </div>
      ) : null}
    </article>
  );
}

/** Reads of files, looks at the screen, or both. */
function foldWords(entries: readonly ToolEntry[]): string {
  const looks = entries.filter((entry) => entry.name === COMPUTER_TOOL).length;
  if (looks === 0) return words.readsFolded(entries.length);
  return looks === entries.length ? words.looksFolded(looks) : words.mixedFolded(entries.length);
}
