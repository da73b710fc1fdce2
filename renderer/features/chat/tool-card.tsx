import { ChevronRight } from 'lucide-react';
import { useStore } from 'zustand';
import type { ToolEntry } from '../../../protocol/conversation/entry.ts';
import { proofSentence } from '../../../protocol/conversation/recording-words.ts';
import { useApp } from '../../app-context.ts';
import { cx } from '../../components/cx.ts';
import { RemedyButton } from '../../components/remedy-button.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { useNow } from '../../components/use-now.ts';
import { duration } from '../../state/format.ts';
import { chat as words } from '../../strings/chat.ts';
import { OutcomeMark } from './outcome-mark.tsx';
import { PictureRow } from './picture-row.tsx';
import { ToolDetails } from './tool-details.tsx';
import { toolIcon } from './tool-icon.ts';
import { WorkerList } from './worker-list.tsx';

interface ToolCardProps {
  entry: ToolEntry;
  onOpen: () => void;
}

/** A tool call: one quiet line, its pictures, and on demand everything about it. */
export function ToolCard({ entry, onOpen }: ToolCardProps) {
  const { cards } = useApp();
  const key = `tool:${entry.id}`;
  const open = useStore(cards, (state) => state.open[key] === true);
  return (
    <article
      data-stop
      tabIndex={-1}
      data-tool={entry.name}
      data-outcome={entry.outcome ?? entry.status}
      aria-label={`${entry.title}, ${stateText(entry)}`}
      className={cx('rounded-card border', open ? 'border-line bg-raised' : 'border-transparent')}
    >
      <ToolLine
        entry={entry}
        open={open}
        onToggle={() => {
          onOpen();
          cards.toggle(key);
        }}
      />
      <ToolReason entry={entry} />
      {entry.images.length > 0 ? (
        <div className="px-2 pt-1 pb-2 pl-8">
          <PictureRow pictures={entry.images} fallbackAlt={words.pictureAlt(entry.name)} />
        </div>
      ) : null}
      {entry.workers ? <WorkerList workers={entry.workers} /> : null}
      {open ? <ToolDetails entry={entry} /> : null}
    </article>
  );
}

interface ToolLineProps {
  entry: ToolEntry;
  open: boolean;
  onToggle: () => void;
}

function ToolLine({ entry, open, onToggle }: ToolLineProps) {
  const Icon = toolIcon(entry.name);
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-label={words.toolDetails(entry.title, stateText(entry))}
      onClick={onToggle}
      className="flex min-h-8 w-full items-center gap-2 rounded-card px-2 text-left text-sm hover:bg-hover"
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <span className={cx('min-w-0 flex-1', open ? 'wrap-anywhere py-1' : 'truncate')}>{entry.title}</span>
      {entry.status === 'done' ? <OutcomeMark outcome={entry.outcome ?? 'performed'} /> : <RunningMark entry={entry} />}
      <Elapsed entry={entry} />
      <ChevronRight
        aria-hidden="true"
        className={cx('size-4 shrink-0 text-muted transition-transform', open && 'rotate-90')}
      />
    </button>
  );
}

function RunningMark({ entry }: { entry: ToolEntry }) {
  const text = entry.status === 'waiting' ? words.toolWaiting : words.toolRunning;
  return (
    <span className="flex shrink-0 items-center gap-1.5 text-muted text-xs">
      <Spinner className="size-3.5" />
      {text}
    </span>
  );
}

function Elapsed({ entry }: { entry: ToolEntry }) {
  const running = entry.status !== 'done';
  const now = useNow(running, 500);
  const ms = (entry.endedAt ?? now) - entry.startedAt;
  // A glance at the clock is noise while there is nothing to wait for.
  if (running && ms < 500) return null;
  return <span className="shrink-0 text-muted text-xs">{duration(running ? Math.floor(ms / 1000) * 1000 : ms)}</span>;
}

function ToolReason({ entry }: { entry: ToolEntry }) {
  if (entry.status !== 'done') return null;
  const reason = reasonOf(entry);
  const guessed = guessOf(entry);
  if (reason === '' && guessed === '' && !entry.remedy) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 pr-2 pb-2 pl-8 text-sm">
      <p className="wrap-anywhere min-w-0 text-muted">{[reason, guessed].filter(Boolean).join(' ')}</p>
      {entry.remedy ? <RemedyButton remedy={entry.remedy} /> : null}
    </div>
  );
}

/** Why it is not simply done, in a sentence; empty where the mark says it all. */
function reasonOf({ outcome = 'performed', report, text }: ToolEntry): string {
  if (outcome === 'performed') return report?.effect === 'not_observed' ? proofSentence(report, outcome) : '';
  if (outcome === 'unverified') return proofSentence(report ?? null, outcome);
  return report?.reason || firstLine(text) || words.outcomeHints[outcome];
}

/** What was only guessed is said to be. */
function guessOf({ report }: ToolEntry): string {
  if (report?.target?.guessed) return words.guessedTarget;
  return report?.marks?.guessed ? words.guessedMarks : '';
}

/** The sentence of a refusal stands first; the rest is in the details. */
function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}

function stateText(entry: ToolEntry): string {
  if (entry.status === 'done') return words.outcomes[entry.outcome ?? 'performed'];
  return entry.status === 'waiting' ? words.toolWaiting : words.toolRunning;
}
