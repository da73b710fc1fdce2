import { useState } from 'react';
import type { ProviderState } from '../../../protocol/ipc/shapes.ts';
import { useApp } from '../../app-context.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { clock } from '../../state/format.ts';
import { settings } from '../../strings/settings.ts';
import { useSave } from './use-save.ts';

const words = settings.model;

interface ProviderRowProps {
  provider: ProviderState;
  onEdit: () => void;
}

/** A connected provider: use it, change it, disconnect it. */
export function ProviderRow({ provider, onEdit }: ProviderRowProps) {
  const { host, model } = useApp();
  const { busy, failure, run } = useSave();
  const [asking, setAsking] = useState(false);
  const { id, label, primary, key, baseUrl, trouble } = provider;

  return (
    <li className="flex flex-col gap-1.5 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1 basis-48">
          <p className="flex items-center gap-2 font-medium">
            {label}
            {primary ? <Badge tone="ok">{words.primary}</Badge> : null}
          </p>
          <p className="wrap-anywhere text-muted text-sm">
            {[provider.model ?? words.noModel, words.keyState[key], baseUrl].filter(Boolean).join(' · ')}
          </p>
        </div>
        {!primary && provider.model ? (
          <Button
            small
            disabled={busy}
            onClick={() =>
              void run(async () =>
                model.put(await host.call('model.select', { provider: id, model: provider.model ?? '', effort: null })),
              )
            }
          >
            {words.use}
          </Button>
        ) : null}
        <Button small onClick={onEdit}>
          {words.edit}
        </Button>
        <Button small look="quiet" onClick={() => setAsking(true)}>
          {words.disconnect}
        </Button>
      </div>
      {trouble ? (
        <p className="wrap-anywhere text-sm text-warn">
          {words.trouble(clock(trouble.at))} {trouble.message}{' '}
          {trouble.replacedBy ? words.replacedBy(trouble.replacedBy) : ''}
        </p>
      ) : null}
      {failure ? (
        <p role="alert" className="text-danger text-sm">
          {failure.message}
        </p>
      ) : null}
      {asking ? (
        <ConfirmDialog
          danger
          title={words.disconnectTitle(label)}
          confirm={words.disconnect}
          onClose={() => setAsking(false)}
          onConfirm={async () => model.put(await host.call('model.disconnect', { provider: id }))}
        >
          <p>{words.disconnectBody}</p>
        </ConfirmDialog>
      ) : null}
    </li>
  );
}
