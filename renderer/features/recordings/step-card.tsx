import { ArrowRight, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { ToolImage } from '../../../protocol/conversation/entry.ts';
import type { RecordedStep } from '../../../protocol/conversation/recording.ts';
import { proofSentence, recordingWords } from '../../../protocol/conversation/recording-words.ts';
import { cx } from '../../components/cx.ts';
import { duration } from '../../state/format.ts';
import { chat } from '../../strings/chat.ts';
import { recordings as words } from '../../strings/recordings.ts';
import { OutcomeMark } from '../chat/outcome-mark.tsx';
import { StoredPicture } from '../chat/stored-picture.tsx';
import { StepFacts } from './step-facts.tsx';

interface StepCardProps {
  step: RecordedStep;
  /** When the session began. */
  startedAt: number;
  onOpen: (role: 'before' | 'after') => void;
}

/** One step: the picture before, what was done and how it ended, the picture after. */
export function StepCard({ step, startedAt, onOpen }: StepCardProps) {
  const [open, setOpen] = useState(false);
  const outcome = step.outcome ? recordingWords.outcomes[step.outcome] : recordingWords.noOutcome;
  const note = step.reason || proofSentence(step.report, step.outcome);
  const showLarge = () => {
    if (step.after) onOpen('after');
    else if (step.before) onOpen('before');
    else setOpen(!open);
  };
  return (
    <article className="flex flex-col gap-2 rounded-card border border-line bg-raised px-3 py-2.5">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <span aria-hidden="true" className="min-w-6 shrink-0 text-muted text-base">
          {step.n}
        </span>
        <h2 className="min-w-40 flex-1">
          {/* Arrow keys go from one to the next; Enter shows the pictures of the step. */}
          <button
            type="button"
            data-stop
            aria-label={words.stepLabel(step.n, step.title, outcome)}
            onClick={showLarge}
            className="wrap-anywhere rounded-control text-left font-medium text-base"
          >
            {step.title}
          </button>
        </h2>
        <span className="flex min-h-5 items-center gap-3 text-muted text-xs">
          {step.outcome ? (
            <OutcomeMark outcome={step.outcome} />
          ) : (
            <span className="text-warn">{recordingWords.noOutcome}</span>
          )}
          {timeLine(step, startedAt)}
        </span>
      </div>
      {note ? <p className="wrap-anywhere pl-9 text-muted text-sm">{note}</p> : null}
      <Pictures step={step} onOpen={onOpen} />
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="ml-8 flex min-h-6 items-center gap-1 self-start rounded-control px-1 text-muted text-xs hover:bg-hover"
      >
        <ChevronRight aria-hidden="true" className={cx('size-3.5 transition-transform', open && 'rotate-90')} />
        {words.details}
      </button>
      {open ? <StepFacts step={step} /> : null}
    </article>
  );
}

function timeLine({ startedAt: at, endedAt }: RecordedStep, startedAt: number): string {
  const took = endedAt === null ? words.stillRuns : words.took(duration(endedAt - at));
  return `${words.startedAfter(duration(at - startedAt))}, ${took}`;
}

function Pictures({ step, onOpen }: Pick<StepCardProps, 'step' | 'onOpen'>) {
  const { before, after } = step;
  if (!before && !after) {
    if (!step.picturesLeftOut) return null;
    return <p className="pl-9 text-muted text-sm">{words.picturesLeftOut}</p>;
  }
  if (!before || !after) {
    return (
      <div className="grid gap-2 pl-9 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
        <Shot picture={before ?? after} side={before ? 'before' : 'after'} title={step.title} onOpen={onOpen} />
      </div>
    );
  }
  return (
    <div className="grid items-center gap-2 pl-9 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
      <Shot picture={before} side="before" title={step.title} onOpen={onOpen} />
      <ArrowRight aria-hidden="true" className="hidden size-4 text-muted sm:block" />
      <Shot picture={after} side="after" title={step.title} onOpen={onOpen} />
    </div>
  );
}

interface ShotProps {
  picture: ToolImage | null;
  side: 'before' | 'after';
  title: string;
  onOpen: StepCardProps['onOpen'];
}

function Shot({ picture, side, title, onOpen }: ShotProps) {
  if (!picture) return null;
  const name = chat.pictureRoles[picture.role];
  const alt = `${name}: ${title}`;
  return (
    <figure className="min-w-0">
      <button
        type="button"
        aria-label={chat.pictureOpen(alt)}
        onClick={() => onOpen(side)}
        style={{ maxWidth: Math.max(24, picture.image.width + 2) }}
        className="block min-h-6 w-full overflow-hidden rounded-control border border-line hover:border-control"
      >
        <StoredPicture image={picture.image} alt={alt} point={picture.point} />
      </button>
      <figcaption className="pt-0.5 text-muted text-xs">{name}</figcaption>
    </figure>
  );
}
