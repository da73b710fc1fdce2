import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { LocalServer } from '../../../protocol/ipc/shapes.ts';
import { useApp } from '../../app-context.ts';
import { BusyBar } from '../../components/busy-bar.tsx';
import { Button } from '../../components/button.tsx';
import { FailureNote } from '../../components/page-state.tsx';
import { Section } from '../../components/section.tsx';
import { createResource } from '../../state/resource.ts';
import { settings } from '../../strings/settings.ts';

const words = settings.model;

/** Model servers that answered on this computer's usual ports. */
export function LocalServers({ onPick }: { onPick: (server: LocalServer) => void }) {
  const { host } = useApp();
  const found = useMemo(() => createResource(() => host.call('model.discover', {})), [host]);
  const { value, loading, failure } = useStore(found);
  useEffect(() => void found.load(), [found]);

  return (
    <Section title={words.local}>
      <BusyBar busy={loading} label={words.localLooking} />
      {failure ? <FailureNote failure={failure} /> : null}
      {value?.map((server) => (
        <div key={server.baseUrl} className="flex flex-wrap items-center gap-2">
          <div className="min-w-0 flex-1">
            <p className="font-medium">{server.name}</p>
            <p className="wrap-anywhere text-muted text-sm">
              {server.baseUrl} · {words.localModels(server.models.length)}
            </p>
          </div>
          <Button small onClick={() => onPick(server)}>
            {words.localUse}
          </Button>
        </div>
      ))}
      {value?.length === 0 ? <p className="text-muted">{words.localNone}</p> : null}
      <Button small className="self-start" disabled={loading} onClick={() => void found.load()}>
        {loading ? words.localLooking : words.localLook}
      </Button>
    </Section>
  );
}
