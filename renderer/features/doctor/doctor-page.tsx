import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { DoctorRow } from '../../../protocol/ipc/shapes.ts';
import { useApp } from '../../app-context.ts';
import { Badge } from '../../components/badge.tsx';
import { BusyBar } from '../../components/busy-bar.tsx';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Empty, FailureNote } from '../../components/page-state.tsx';
import { RemedyButton } from '../../components/remedy-button.tsx';
import { clock } from '../../state/format.ts';
import { createResource } from '../../state/resource.ts';
import { doctor as words } from '../../strings/tools.ts';
import { PageFrame } from '../shell/page-frame.tsx';
import { DiagnosticsButton } from './diagnostics-button.tsx';

/** Runs the checks and shows what each says. */
export function DoctorPage() {
  const { host } = useApp();
  const rows = useMemo(() => createResource(() => host.call('doctor.run', {})), [host]);
  const { value, loading, failure } = useStore(rows);
  const [checkedAt, setCheckedAt] = useState<number | null>(null);

  useEffect(() => {
    void rows.load().then(() => setCheckedAt(Date.now()));
  }, [rows]);

  return (
    <PageFrame
      title={words.title}
      intro={words.intro}
      actions={
        <>
          <DiagnosticsButton />
          <Button small disabled={loading} onClick={() => void rows.load().then(() => setCheckedAt(Date.now()))}>
            {words.run}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-1">
        <p role="status" className="min-h-5 text-sm">
          {loading
            ? words.running
            : value
              ? `${summary(value)} ${checkedAt ? words.checkedAt(clock(checkedAt)) : ''}`
              : ''}
        </p>
        <BusyBar busy={loading} label={words.running} />
      </div>
      {failure ? <FailureNote title={words.loadFailed} failure={failure} onRetry={() => void rows.load()} /> : null}
      {value?.length === 0 ? <Empty>{words.empty}</Empty> : null}
      {value && value.length > 0 ? (
        <ul className="flex flex-col divide-y divide-line rounded-card border border-line bg-raised">
          {value.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ul>
      ) : null}
    </PageFrame>
  );
}

function summary(rows: DoctorRow[]): string {
  const failed = rows.filter((row) => row.status === 'fail').length;
  const warned = rows.filter((row) => row.status === 'warn').length;
  return failed + warned === 0 ? words.healthy : `${words.summary(failed, warned)}.`;
}

const LOOKS = {
  ok: { tone: 'ok', icon: CircleCheck },
  warn: { tone: 'warn', icon: TriangleAlert },
  fail: { tone: 'danger', icon: CircleAlert },
} as const;

function Row({ row }: { row: DoctorRow }) {
  const look = LOOKS[row.status];
  return (
    <li className="flex flex-col gap-1 px-4 py-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="font-mono text-muted text-xs">{row.id}</h2>
          <p className="wrap-anywhere">{row.message}</p>
        </div>
        <Badge tone={look.tone} icon={look.icon}>
          {words.statuses[row.status]}
        </Badge>
      </div>
      {row.remedy ? (
        <div className="flex items-start gap-1 text-sm">
          <p className="wrap-anywhere min-w-0 flex-1 py-1">
            <span className="font-medium">{words.remedy}: </span>
            {row.remedy}
          </p>
          {row.action ? <RemedyButton remedy={row.action} /> : <CopyButton text={row.remedy} />}
        </div>
      ) : null}
    </li>
  );
}
