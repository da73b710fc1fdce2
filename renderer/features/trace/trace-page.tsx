import { ArrowLeft, Download } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { TurnTrace } from '../../../protocol/ipc/trace.ts';
import { useApp } from '../../app-context.ts';
import { Button } from '../../components/button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Empty, FailureNote, Skeleton } from '../../components/page-state.tsx';
import { duration, fullTime, usageLine } from '../../state/format.ts';
import type { TurnPlace } from '../../state/pages.ts';
import { createResource } from '../../state/resource.ts';
import { keyedSteps, traceTotals } from '../../state/trace-totals.ts';
import { trace as words } from '../../strings/trace.ts';
import { PageFrame } from '../shell/page-frame.tsx';
import { TraceRow } from './trace-row.tsx';

/** The timeline of one turn. */
export function TracePage({ place }: { place: TurnPlace }) {
  const { host, openConversation } = useApp();
  const resource = useMemo(() => createResource(() => host.call('trace.read', place)), [host, place]);
  const { value, failure } = useStore(resource);
  useEffect(() => void resource.load(), [resource]);
  return (
    <PageFrame
      title={words.title}
      intro={words.intro}
      actions={
        <>
          <IconButton icon={ArrowLeft} label={words.back} onClick={() => openConversation(place.conversationId)} />
          {value && value.steps.length > 0 ? <ExportButton place={place} /> : null}
        </>
      }
    >
      {failure ? <FailureNote title={words.loadFailed} failure={failure} onRetry={() => void resource.load()} /> : null}
      {value || failure ? null : <Skeleton rows={4} label={words.loading} />}
      {value ? <Timeline trace={value} /> : null}
    </PageFrame>
  );
}

function Timeline({ trace }: { trace: TurnTrace }) {
  const first = trace.steps[0];
  if (!first) return <Empty>{words.empty}</Empty>;
  const totals = traceTotals(trace.steps);
  const line = [
    fullTime(first.at),
    words.summary(totals.models, totals.tools),
    duration(totals.durationMs),
    usageLine(totals.usage),
  ];
  return (
    <>
      <p className="text-muted text-sm">{line.filter(Boolean).join(' · ')}</p>
      {trace.keepsContent ? null : <p className="text-muted text-sm">{words.noContent}</p>}
      <ol className="flex flex-col divide-y divide-line rounded-card border border-line bg-raised">
        {keyedSteps(trace.steps).map(({ key, step }) => (
          <TraceRow key={key} step={step} startedAt={first.at} longestMs={totals.longestMs} />
        ))}
      </ol>
      {trace.cut ? <p className="text-muted text-sm">{words.cut}</p> : null}
    </>
  );
}

function ExportButton({ place }: { place: TurnPlace }) {
  const { host, shell, attempt } = useApp();
  const [busy, setBusy] = useState(false);
  async function exportIt(): Promise<void> {
    setBusy(true);
    await attempt(async () => {
      const { folder } = await host.call('trace.export', place);
      if (folder !== null) shell.say('info', words.exported(folder));
    });
    setBusy(false);
  }
  return (
    <Button small disabled={busy} title={words.exportHint} onClick={() => void exportIt()}>
      <Download aria-hidden="true" className="size-4" />
      {busy ? words.exporting : words.export}
    </Button>
  );
}
