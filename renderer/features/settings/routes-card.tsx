import { type FormEvent, useState } from 'react';
import type { RouteInput } from '../../../protocol/ipc/routes.ts';
import type { ModelState } from '../../../protocol/ipc/shapes.ts';
import { useApp } from '../../app-context.ts';
import { Button } from '../../components/button.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { FailureNote } from '../../components/page-state.tsx';
import { Section } from '../../components/section.tsx';
import { settings } from '../../strings/settings.ts';
import { useSave } from './use-save.ts';

const words = settings.model;
const PURPOSES = ['subagent', 'cron', 'meeting'] as const;

type Purpose = (typeof PURPOSES)[number];
type Effort = keyof typeof words.efforts;
const EFFORTS = Object.keys(words.efforts) as Effort[];

/** Which model runs beside the conversation use. */
export function RoutesCard({ state }: { state: ModelState }) {
  if (!state.providers.some((one) => one.connected)) return null;
  return (
    <Section title={words.routes} intro={words.routesHelp}>
      <div className="flex flex-col divide-y divide-line">
        {PURPOSES.map((purpose) => (
          <RouteForm key={purpose} purpose={purpose} state={state} />
        ))}
      </div>
    </Section>
  );
}

function RouteForm({ purpose, state }: { purpose: Purpose; state: ModelState }) {
  const { host, model: store } = useApp();
  const { busy, failure, run } = useSave();
  const saved = state.routing[purpose];
  const [provider, setProvider] = useState(saved.provider ?? '');
  const [model, setModel] = useState(saved.model ?? '');
  const [effort, setEffort] = useState(saved.effort ?? '');
  const [done, setDone] = useState(false);
  const chosen = state.providers.find((one) => (provider === '' ? one.primary : one.id === provider));
  const connected = state.providers.filter((one) => one.connected || one.id === saved.provider);
  const title = words.routeNames[purpose];

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const input: RouteInput<'model.route'> = {
      purpose,
      provider: provider || null,
      model: model.trim() || null,
      effort: EFFORTS.find((one) => one === effort) ?? null,
    };
    setDone(await run(async () => store.put(await host.call('model.route', input))));
  }

  /** What was said of the last save is no longer true. */
  const edit = (set: (value: string) => void) => (value: string) => {
    setDone(false);
    set(value);
  };

  return (
    <form
      aria-label={title}
      className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0"
      onSubmit={(event) => void submit(event)}
    >
      <p className="font-medium">{title}</p>
      <div className="grid gap-3 sm:grid-cols-3">
        <SelectField
          label={words.provider}
          value={provider}
          disabled={busy}
          options={[{ value: '', label: words.asMain }, ...connected.map(({ id, label }) => ({ value: id, label }))]}
          onPick={edit(setProvider)}
        />
        <TextField
          label={words.modelName}
          value={model}
          maxLength={200}
          disabled={busy}
          placeholder={chosen?.model ?? ''}
          onChange={(event) => edit(setModel)(event.target.value)}
        />
        <SelectField
          label={words.effort}
          value={effort}
          disabled={busy || chosen?.effort === false}
          options={[
            { value: '', label: words.asMain },
            ...EFFORTS.map((value) => ({ value, label: words.efforts[value] })),
          ]}
          onPick={edit(setEffort)}
        />
      </div>
      <div className="flex items-center gap-3">
        <Button small type="submit" disabled={busy} aria-label={words.saveRoute(title)}>
          {words.save}
        </Button>
        <p role="status" className="text-ok text-sm">
          {done ? words.routeSaved : ''}
        </p>
      </div>
      {failure ? <FailureNote failure={failure} /> : null}
    </form>
  );
}
