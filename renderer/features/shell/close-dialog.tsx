import { useEffect, useState } from 'react';
import { useApp } from '../../app-context.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { shell as words } from '../../strings/shell.ts';

/** Where no tray keeps the app alive, closing the window asks first. */
export function CloseDialog() {
  const { host } = useApp();
  const [running, setRunning] = useState<number | null>(null);
  useEffect(() => host.on('app.close-asked', (asked) => setRunning(asked.running)), [host]);
  if (running === null) return null;

  function stay(): void {
    setRunning(null);
    void host.call('app.confirm-close', { quit: false }).catch(() => undefined);
  }

  return (
    <ConfirmDialog
      title={words.closeTitle}
      confirm={words.closeQuit}
      cancel={words.closeStay}
      danger={running > 0}
      onClose={stay}
      onConfirm={async () => {
        await host.call('app.confirm-close', { quit: true });
      }}
    >
      <p>{words.closeBody}</p>
      {running > 0 ? <p>{words.closeRunning(running)}</p> : null}
    </ConfirmDialog>
  );
}
