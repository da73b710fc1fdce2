import { useEffect, useState } from 'react';
import type { ComputerState } from '../../../protocol/ipc/shapes.ts';
import { useApp } from '../../app-context.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Fact, Section } from '../../components/section.tsx';
import { SwitchRow } from '../../components/switch-row.tsx';
import { settings } from '../../strings/settings.ts';
import { ResourceView } from './resource-view.tsx';
import { useSave } from './use-save.ts';

const words = settings.computer;

/** The card of computer use: the switch, with what it means, and how things stand. */
export function ComputerSection() {
  const { computer, settings: config } = useApp();
  useEffect(() => void computer.load(), [computer]);
  return (
    <>
      <p className="text-muted">{words.intro}</p>
      <ResourceView resource={computer}>
        {(state) => (
          <>
            <EnableCard state={state} />
            <StateCard state={state} />
          </>
        )}
      </ResourceView>
      <ResourceView resource={config}>
        {(value) => <Behaviour screenshotAfter={value.screenshotAfter} courtesy={value.courtesy} />}
      </ResourceView>
    </>
  );
}

function EnableCard({ state }: { state: ComputerState }) {
  const { host, computer } = useApp();
  const [asking, setAsking] = useState(false);
  const { busy, failure, run } = useSave();
  const set = async (enabled: boolean) => computer.put(await host.call('computer.enable', { enabled }));

  return (
    <section className="flex flex-col gap-3 rounded-card border border-line bg-raised px-4 py-4">
      <SwitchRow
        label={words.enable}
        help={words.enableHelp}
        checked={state.enabled}
        busy={busy}
        disabled={!state.supported && !state.enabled}
        problem={failure?.message ?? null}
        onChange={(enabled) => {
          if (enabled) setAsking(true);
          else void run(() => set(false));
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
      {asking ? (
        <ConfirmDialog
          title={words.confirmTitle}
          confirm={words.confirmYes}
          onClose={() => setAsking(false)}
          onConfirm={() => set(true)}
        >
          {words.confirmBody.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </ConfirmDialog>
      ) : null}
    </section>
  );
}

function StateCard({ state }: { state: ComputerState }) {
  const { shell } = useApp();
  return (
    <Section title={words.state}>
      <dl className="flex flex-col gap-2">
        <Fact name={words.state}>{state.enabled ? words.states[state.session] : words.off}</Fact>
        <Fact name={words.helper}>
          {state.installed ? words.helperVersion(state.helperVersion) : words.helperMissing}
        </Fact>
        <Fact name={words.posture}>
          <p>{words.postures[state.posture]}</p>
          <p className="text-muted text-sm">{words.postureHelp}</p>
        </Fact>
      </dl>
      <Button small className="self-start" onClick={() => shell.go({ name: 'settings', section: 'sandbox' })}>
        {words.openSandbox}
      </Button>
    </Section>
  );
}

function Behaviour({ screenshotAfter, courtesy }: { screenshotAfter: boolean; courtesy: 'yield' | 'off' }) {
  const picture = useSave();
  const wait = useSave();
  return (
    <section className="flex flex-col gap-4 rounded-card border border-line bg-raised px-4 py-4">
      <SwitchRow
        label={words.screenshotAfter}
        help={words.screenshotAfterHelp}
        checked={screenshotAfter}
        busy={picture.busy}
        problem={picture.failure?.message ?? null}
        onChange={(on) => void picture.save('computer_use.screenshot_after', on)}
      />
      <SwitchRow
        label={words.courtesy}
        help={words.courtesyHelp}
        checked={courtesy === 'yield'}
        busy={wait.busy}
        problem={wait.failure?.message ?? null}
        onChange={(on) => void wait.save('computer_use.courtesy', on ? 'yield' : 'off')}
      />
    </section>
  );
}
