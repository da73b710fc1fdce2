import { useState } from 'react';
import type { ComputerState } from '../../../protocol/ipc/shapes.ts';
import { useApp } from '../../app-context.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { SwitchRow } from '../../components/switch-row.tsx';
import { fileSize } from '../../state/format.ts';
import { settings } from '../../strings/settings.ts';
import { HelperInstallState } from './helper-install.tsx';
import { useSave } from './use-save.ts';

const words = settings.computer;

/** The switch of computer use. Switching on installs the helper first, and the card shows how far that is. */
export function EnableCard({ state }: { state: ComputerState }) {
  const { host, computer } = useApp();
  const [asking, setAsking] = useState(false);
  const { busy, failure, run } = useSave();
  const { helper } = state;
  const isInstalling = helper.state === 'installing';
  const set = (enabled: boolean) =>
    run(async () => computer.put(await host.call('computer.enable', { enabled }))).then(() => computer.load());
  const install = () =>
    run(async () => computer.put(await host.call('computer.install', {}))).then(() => computer.load());

  // The card says by itself what became of an installation.
  const problem = failure && helper.problem === null && failure.code !== 'install_cancelled' ? failure.message : null;
  return (
    <section className="flex flex-col gap-3 rounded-card border border-line bg-raised px-4 py-4">
      <SwitchRow
        label={words.enable}
        help={words.enableHelp}
        checked={state.enabled}
        busy={busy || isInstalling}
        disabled={!canSwitch(state)}
        problem={problem}
        onChange={(enabled) => {
          if (enabled) setAsking(true);
          else void set(false);
        }}
      />
      {state.supported ? null : (
        <p className="wrap-anywhere text-sm text-warn">{state.unsupportedReason ?? words.unsupported}</p>
      )}
      {state.needsRestart ? (
        <p role="status" className="rounded-control bg-warn-soft px-3 py-2 text-sm">
          {words.restart}
        </p>
      ) : null}
      {state.supported ? (
        <HelperInstallState helper={helper} onRetry={() => void (state.enabled ? install() : set(true))} />
      ) : null}
      {asking ? (
        <ConfirmDialog
          title={words.confirmTitle}
          confirm={words.confirmYes}
          onClose={() => setAsking(false)}
          onConfirm={() => void set(true)}
        >
          {[...words.confirmBody, ...installWords(state)].map((text) => (
            <p key={text}>{text}</p>
          ))}
        </ConfirmDialog>
      ) : null}
    </section>
  );
}

/** Off is always possible; on only where there is a helper or a place to get it from. */
function canSwitch({ enabled, supported, helper }: ComputerState): boolean {
  if (enabled) return true;
  return supported && (helper.source !== null || helper.state === 'installed' || helper.state === 'development');
}

/** What switching on does besides, where the helper has to be put in place first. */
function installWords({ helper }: ComputerState): string[] {
  if (helper.state === 'installed' || helper.state === 'development' || helper.bytes === null) return [];
  const size = fileSize(helper.bytes);
  return [helper.source === 'download' ? words.install.downloads(size) : words.install.copies(size)];
}
