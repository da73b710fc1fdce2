import { useState } from 'react';
import { useApp } from '../../app-context.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { settings } from '../../strings/settings.ts';

const words = settings.computer.install;

/** Takes the helper away again, after a question. */
export function RemoveHelper() {
  const { host, computer } = useApp();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button small onClick={() => setAsking(true)}>
        {words.remove}
      </Button>
      {asking ? (
        <ConfirmDialog
          danger
          title={words.removeTitle}
          confirm={words.removeYes}
          onClose={() => setAsking(false)}
          onConfirm={async () => computer.put(await host.call('computer.remove', {}))}
        >
          <p>{words.removeBody}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
