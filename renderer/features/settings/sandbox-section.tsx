import { type FormEvent, useState } from 'react';
import type { SettingsState } from '../../../protocol/ipc/shapes.ts';
import { useApp } from '../../app-context.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { Section } from '../../components/section.tsx';
import { settings } from '../../strings/settings.ts';
import { ChoiceList } from './choice-list.tsx';
import { ResourceView } from './resource-view.tsx';
import { useSave } from './use-save.ts';

const words = settings.sandbox;

type Mode = SettingsState['sandboxMode'];
const MODES: readonly Mode[] = ['strict', 'standard', 'open'];

/** Where the agent may read and write. */
export function SandboxSection() {
  const { settings: config } = useApp();
  return (
    <>
      <p className="text-muted">{words.intro}</p>
      <ResourceView resource={config}>
        {(value) => (
          <>
            <ModeCard mode={value.sandboxMode} />
            <RootsCard roots={value.roots} />
            <PathsCard title={words.protected} intro={words.protectedHelp} paths={value.protectedPaths} />
            {value.blockedRoots.length > 0 ? <PathsCard title={words.blocked} paths={value.blockedRoots} /> : null}
          </>
        )}
      </ResourceView>
    </>
  );
}

function ModeCard({ mode }: { mode: Mode }) {
  const { host, settings: config, computer } = useApp();
  const { busy, failure, run } = useSave();
  const [asking, setAsking] = useState(false);
  const set = async (value: Mode) => {
    config.put(await host.call('settings.write', { key: 'sandbox.mode', value }));
    await computer.load();
  };
  return (
    <Section title={words.mode}>
      <ChoiceList
        legend={words.mode}
        value={mode}
        busy={busy}
        problem={failure?.message ?? null}
        choices={MODES.map((value) => ({ value, label: words.modes[value], help: words.modeHelp[value] }))}
        onPick={(value) => {
          if (value === 'open') setAsking(true);
          else void run(() => set(value));
        }}
      />
      {asking ? (
        <ConfirmDialog
          danger
          title={words.openTitle}
          confirm={words.openYes}
          onClose={() => setAsking(false)}
          onConfirm={() => set('open')}
        >
          <p>{words.openBody}</p>
        </ConfirmDialog>
      ) : null}
    </Section>
  );
}

function RootsCard({ roots }: { roots: SettingsState['roots'] }) {
  const { host, settings: config } = useApp();
  const add = useSave();
  const remove = useSave();
  const [path, setPath] = useState('');

  async function grant(event: FormEvent): Promise<void> {
    event.preventDefault();
    const done = await add.run(async () => config.put(await host.call('grant.add', { path: path.trim() })));
    if (done) setPath('');
  }

  return (
    <Section title={words.roots}>
      {roots.length === 0 ? <p className="text-muted">{words.rootsEmpty}</p> : null}
      <ul className="flex max-h-96 flex-col gap-1 overflow-y-auto">
        {roots.map((root) => (
          <li key={`${root.source}:${root.path}`} className="flex min-h-8 items-center gap-2">
            <span className="wrap-anywhere min-w-0 flex-1 font-mono text-sm">{root.path}</span>
            <Badge>{root.source === 'mode' ? words.fromMode : words.granted}</Badge>
            {root.source === 'granted' ? (
              <Button
                small
                disabled={remove.busy}
                aria-label={words.revokeLabel(root.path)}
                onClick={() =>
                  void remove.run(async () => config.put(await host.call('grant.remove', { path: root.path })))
                }
              >
                {words.revoke}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {remove.failure ? (
        <p role="alert" className="text-danger text-sm">
          {remove.failure.message}
        </p>
      ) : null}
      <form className="flex flex-col gap-2 border-line border-t pt-3" onSubmit={(event) => void grant(event)}>
        <TextField
          label={words.addLabel}
          placeholder={words.addPlaceholder}
          value={path}
          maxLength={4096}
          problem={add.failure?.message ?? null}
          onChange={(event) => setPath(event.target.value)}
          className="font-mono text-sm"
        />
        <Button small type="submit" className="self-start" disabled={add.busy || path.trim() === ''}>
          {words.add}
        </Button>
      </form>
    </Section>
  );
}

function PathsCard({ title, intro, paths }: { title: string; intro?: string; paths: string[] }) {
  return (
    <Section title={title} intro={intro}>
      <ul className="flex max-h-72 flex-col gap-1 overflow-y-auto">
        {paths.map((path) => (
          <li key={path} className="wrap-anywhere font-mono text-sm">
            {path}
          </li>
        ))}
      </ul>
      {paths.length === 0 ? <p className="text-muted">{words.none}</p> : null}
    </Section>
  );
}
