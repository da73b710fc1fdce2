import { ChevronRight } from 'lucide-react';
import { useStore } from 'zustand';
import type { AssistantEntry } from '../../../protocol/conversation/entry.ts';
import { useApp } from '../../app-context.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { cx } from '../../components/cx.ts';
import { clock, fullTime } from '../../state/format.ts';
import { chat as words } from '../../strings/chat.ts';
import { Markdown } from './markdown.tsx';
import { TraceButton } from './trace-button.tsx';

interface AssistantProps {
  entry: AssistantEntry;
  onOpen: () => void;
}

/** What the agent said. */
export function AssistantEntryView({ entry, onOpen }: AssistantProps) {
  const { text, reasoning, status } = entry;
  return (
    <article
      data-stop
      tabIndex={-1}
      aria-label={`${words.agent}, ${clock(entry.at)}`}
      title={`${entry.model}, ${fullTime(entry.at)}`}
      className="group relative flex flex-col gap-1"
    >
      {reasoning ? (
        <Reasoning id={entry.id} text={reasoning} live={status === 'streaming' && !text} onOpen={onOpen} />
      ) : null}
      {text ? <Markdown text={text} streaming={status === 'streaming'} /> : null}
      {status === 'stopped' ? <p className="text-muted text-sm">{words.answerStopped}</p> : null}
      {status === 'failed' ? <p className="text-danger text-sm">{words.answerFailed}</p> : null}
      {text && status !== 'streaming' ? (
        <div className="absolute top-0 -right-8 hidden opacity-0 focus-within:opacity-100 group-hover:opacity-100 @min-[52rem]:block">
          <CopyButton text={text} />
          <TraceButton turnId={entry.turnId} at={entry.at} />
        </div>
      ) : null}
    </article>
  );
}

interface ReasoningProps {
  id: string;
  text: string;
  live: boolean;
  onOpen: () => void;
}

function Reasoning({ id, text, live, onOpen }: ReasoningProps) {
  const { cards } = useApp();
  const key = `reasoning:${id}`;
  const open = useStore(cards, (state) => state.open[key] === true);
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => {
          onOpen();
          cards.toggle(key);
        }}
        className="flex min-h-7 items-center gap-1.5 rounded-control text-muted text-sm hover:text-ink"
      >
        <ChevronRight aria-hidden="true" className={cx('size-4 transition-transform', open && 'rotate-90')} />
        {live ? words.thinking : words.reasoning}
      </button>
      {open ? (
        <p className="wrap-anywhere whitespace-pre-wrap border-line border-l-2 py-1 pl-3 text-muted text-sm">{text}</p>
      ) : null}
    </div>
  );
}
