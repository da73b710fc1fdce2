import { useEffect } from 'react';
import type { ComputerState } from '../../../protocol/ipc/shapes.ts';
import { useApp } from '../../app-context.ts';
import { Button } from '../../components/button.tsx';
import { Fact, Section } from '../../components/section.tsx';
import { SwitchRow } from '../../components/switch-row.tsx';
import { settings } from '../../strings/settings.ts';
import { EnableCard } from './enable-card.tsx';
import { RemoveHelper } from './remove-helper.tsx';
import { ResourceView } from './resource-view.tsx';
import { ShortcutsCard } from './shortcuts-card.tsx';
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
        {(value) => (
          <>
            <Behaviour screenshotAfter={value.screenshotAfter} courtesy={value.courtesy} />
            <ShortcutsCard value={value} />
          </>
        )}
      </ResourceView>
    </>
  );
}

function StateCard({ state }: { state: ComputerState }) {
  const { shell } = useApp();
  return (
    <Section title={words.state}>
      <dl className="flex flex-col gap-2">
        <Fact name={words.state}>{state.enabled ? words.states[state.session] : words.off}</Fact>
        <Fact name={words.helper}>{helperWords(state)}</Fact>
        <Fact name={words.posture}>
          <p>{words.postures[state.posture]}</p>
          <p className="text-muted text-sm">{words.postureHelp}</p>
        </Fact>
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button small onClick={() => shell.go({ name: 'settings', section: 'permissions' })}>
          {words.openPermissions}
        </Button>
        <Button small onClick={() => shell.go({ name: 'settings', section: 'sandbox' })}>
          {words.openSandbox}
        </Button>
        {canRemove(state) ? <RemoveHelper /> : null}
      </div>
    </Section>
  );
}

/** An installation that failed has left nothing, unless there was something before. */
function helperWords({ helper, installed }: ComputerState): string {
  const state = helper.state === 'error' && !installed ? 'absent' : helper.state;
  return words.helperStates[state](helper.version);
}

/** Something of it may be on the disk. */
function canRemove({ helper }: ComputerState): boolean {
  return helper.state === 'installed' || helper.state === 'update_available' || helper.state === 'error';
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
