import { Download } from 'lucide-react';
import { useState } from 'react';
import { useApp } from '../../app-context.ts';
import { Button } from '../../components/button.tsx';
import { doctor as words } from '../../strings/tools.ts';

/** Writes the bundle that can be sent to somebody who helps. */
export function DiagnosticsButton() {
  const { host, shell, attempt } = useApp();
  const [busy, setBusy] = useState(false);
  async function save(): Promise<void> {
    setBusy(true);
    await attempt(async () => {
      const { folder } = await host.call('diagnostics.export', {});
      if (folder !== null) shell.say('info', words.bundled(folder));
    });
    setBusy(false);
  }
  return (
    <Button small disabled={busy} title={words.bundleHint} onClick={() => void save()}>
      <Download aria-hidden="true" className="size-4" />
      {busy ? words.bundling : words.bundle}
    </Button>
  );
}
