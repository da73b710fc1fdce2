import { useVirtualizer } from '@tanstack/react-virtual';
import { Pause, Play } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { RecordedMoment, Recording } from '../../../protocol/conversation/recording.ts';
import { recordingWords } from '../../../protocol/conversation/recording-words.ts';
import { Empty } from '../../components/page-state.tsx';
import { duration } from '../../state/format.ts';
import { stripPictures, toStripRows } from '../../state/recording-rows.ts';
import { chat } from '../../strings/chat.ts';
import { recordings as words } from '../../strings/recordings.ts';
import { Lightbox } from '../chat/lightbox.tsx';
import { StepCard } from './step-card.tsx';
import { useStripFocus } from './use-strip-focus.ts';

interface StripProps {
  recording: Recording;
  /** The step to begin at. */
  callId: string | null;
  /** Above the steps; scrolls with them. */
  lead: ReactNode;
}

/** The steps of a session, one below the other; only those near the view are in the page. */
export function Strip({ recording, callId, lead }: StripProps) {
  const rows = useMemo(() => toStripRows(recording), [recording]);
  const pictures = useMemo(() => stripPictures(recording.list), [recording]);
  const [large, setLarge] = useState<number | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === 'step' ? 340 : 40),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 3,
    paddingEnd: 20,
  });
  const focus = useStripFocus(scroller, rows, virtual);

  const begin = useRef(callId);
  useEffect(() => {
    const index = rows.findIndex((row) => row.kind === 'step' && row.step.callId === begin.current);
    if (begin.current === null || index < 0) return;
    begin.current = null;
    focus.go(index);
  }, [rows, focus.go]);

  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-[64rem] px-4 pt-4">
        {lead}
        {rows.length === 0 ? <Empty>{words.noSteps}</Empty> : <p className="pb-2 text-muted text-xs">{words.keys}</p>}
        {/* Arrow keys move between the steps, as in a list box; each step has its own controls inside. */}
        <ol
          aria-label={words.stripLabel}
          className="relative"
          style={{ height: virtual.getTotalSize() }}
          onKeyDown={focus.onKeyDown}
        >
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            return row ? (
              <li
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                className="absolute inset-x-0 top-0 pb-3"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                {row.kind === 'step' ? (
                  <StepCard
                    step={row.step}
                    startedAt={recording.startedAt}
                    onOpen={(role) =>
                      setLarge(
                        pictures.findIndex(
                          (one) => one.step === row.step.n && (role === 'before') === (one.role === 'before'),
                        ),
                      )
                    }
                  />
                ) : (
                  <Moment moment={row.moment} startedAt={recording.startedAt} />
                )}
              </li>
            ) : null;
          })}
        </ol>
      </div>
      {large === null || large < 0 ? null : (
        <Lightbox
          pictures={pictures}
          fallbackAlt={chat.driveLatest}
          start={large}
          onClose={(index) => {
            setLarge(null);
            focus.go(rows.findIndex((row) => row.kind === 'step' && row.step.n === pictures[index]?.step));
          }}
        />
      )}
    </div>
  );
}

function Moment({ moment, startedAt }: { moment: RecordedMoment; startedAt: number }) {
  const Icon = moment.kind === 'pause' ? Pause : Play;
  return (
    <p className="flex items-center gap-2 px-3 py-1 text-muted text-sm">
      <Icon aria-hidden="true" className="size-4" />
      {recordingWords.moments[moment.kind]}
      <span className="text-xs">{words.startedAfter(duration(moment.at - startedAt))}</span>
    </p>
  );
}
