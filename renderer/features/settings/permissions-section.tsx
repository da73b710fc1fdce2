import { Check, CircleAlert, CircleHelp, Minus } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { PermissionRow } from '../../../protocol/ipc/shapes.ts';
import { useApp } from '../../app-context.ts';
import { Badge, type Tone } from '../../components/badge.tsx';
import { BusyBar } from '../../components/busy-bar.tsx';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Empty, FailureNote } from '../../components/page-state.tsx';
import { clock } from '../../state/format.ts';
import { createResource } from '../../state/resource.ts';
import { settings } from '../../strings/settings.ts';
import { ResourceView } from './resource-view.tsx';
import { useSave } from './use-save.ts';

const words = settings.permissions;

/** Every look starts the helper once: while the list is in sight it is read again this long after the last answer. */
const AGAIN_MS = 15_000;
/** While the owner is sent to the system's own settings, in milliseconds; and for how long. */
const SENT_AGAIN_MS = 2000;
const SENT_MS = 60_000;

/** What Fermix needs from this computer, and the exact step where something is missing. */
export function PermissionsSection() {
  const { host } = useApp();
  const rows = useMemo(() => createResource(() => host.call('permission.check', { fresh: true })), [host]);
  const sentAt = useRef(Number.NEGATIVE_INFINITY);
  const asking = useSave();
  const [checkedAt, setCheckedAt] = useState<number | null>(null);
  const loading = useStore(rows, (state) => state.loading);
  const first = useStore(rows, (state) => state.value === null);

  useEffect(() => {
    let ended = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = async () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') {
        await rows.load();
        if (!ended) setCheckedAt(Date.now());
      }
      const wasSent = Date.now() - sentAt.current < SENT_MS;
      if (!ended) timer = setTimeout(() => void check(), wasSent ? SENT_AGAIN_MS : AGAIN_MS);
    };
    const onFocus = () => void check();
    void check();
    window.addEventListener('focus', onFocus);
    return () => {
      ended = true;
      clearTimeout(timer);
      window.removeEventListener('focus', onFocus);
    };
  }, [rows]);

  /** The only thing here that has the system ask the owner. */
  const ask = () => {
    sentAt.current = Date.now();
    return asking.run(async () => rows.put(await host.call('permission.request', {})));
  };

  return (
    <>
      <p className="text-muted">{words.intro}</p>
      <div className="flex flex-wrap items-center gap-3">
        <Button small disabled={loading} onClick={() => void rows.load().then(() => setCheckedAt(Date.now()))}>
          {words.check}
        </Button>
        <span className="text-muted text-sm">{checkedAt ? words.checkedAt(clock(checkedAt)) : null}</span>
      </div>
      {asking.failure ? <FailureNote failure={asking.failure} /> : null}
      <BusyBar busy={loading && first} label={words.checking} />
      <ResourceView resource={rows}>
        {(list) =>
          list.length === 0 ? (
            <Empty>{words.empty}</Empty>
          ) : (
            <ul className="flex flex-col divide-y divide-line rounded-card border border-line bg-raised">
              {list.map((row) => (
                <Row key={row.id} row={row} busy={asking.busy} onAsk={() => void ask()} />
              ))}
            </ul>
          )
        }
      </ResourceView>
    </>
  );
}

const LOOKS: Record<PermissionRow['state'], { tone: Tone; icon: typeof Check }> = {
  granted: { tone: 'ok', icon: Check },
  denied: { tone: 'danger', icon: CircleAlert },
  not_asked: { tone: 'warn', icon: CircleHelp },
  unknown: { tone: 'warn', icon: CircleHelp },
  not_applicable: { tone: 'plain', icon: Minus },
  unavailable: { tone: 'warn', icon: CircleAlert },
};

function Row({ row, busy, onAsk }: { row: PermissionRow; busy: boolean; onAsk: () => void }) {
  const look = LOOKS[row.state];
  return (
    <li className="flex flex-col gap-1 px-4 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="min-w-0 flex-1 font-medium">{row.label}</h3>
        <Badge tone={look.tone} icon={look.icon}>
          {words.states[row.state]}
        </Badge>
      </div>
      <p className="wrap-anywhere text-muted text-sm">{row.message}</p>
      {row.step ? (
        <div className="flex items-start gap-1 text-sm">
          <p className="wrap-anywhere min-w-0 flex-1 py-1">
            <span className="font-medium">{words.step}: </span>
            {row.step}
          </p>
          <CopyButton text={row.step} />
        </div>
      ) : null}
      {row.canAsk ? (
        <Button small className="self-start" disabled={busy} onClick={onAsk}>
          {words.ask}
        </Button>
      ) : null}
    </li>
  );
}
