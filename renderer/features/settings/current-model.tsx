import { useEffect, useState } from 'react';
import type { ModelChoice, ModelState } from '../../../protocol/ipc/shapes.ts';
import { useApp } from '../../app-context.ts';
import { SelectField } from '../../components/field.tsx';
import { FailureNote } from '../../components/page-state.tsx';
import { Section } from '../../components/section.tsx';
import { settings } from '../../strings/settings.ts';
import { useSave } from './use-save.ts';

const words = settings.model;

type Effort = keyof typeof words.efforts;
const EFFORTS = Object.keys(words.efforts) as Effort[];

/** Who answers now, with how much effort, and where keys are kept. */
export function CurrentModel({ state }: { state: ModelState }) {
  const direct = state.current.id === 'direct';
  return (
    <Section title={words.inUse}>
      <p className="wrap-anywhere font-medium">{direct ? words.direct : state.current.label}</p>
      {direct ? null : (
        <p className="text-muted text-sm">
          {state.current.contextWindow === null
            ? words.windowUnknown
            : words.window(state.current.contextWindow.toLocaleString('en'))}
        </p>
      )}
      {direct ? null : <EffortChoice state={state} />}
      <p className="text-muted text-sm">
        {words.keyPlace}: {words.backends[state.secretBackend]}
      </p>
      {state.secretNote ? <p className="text-sm text-warn">{state.secretNote}</p> : null}
    </Section>
  );
}

function EffortChoice({ state }: { state: ModelState }) {
  const { host, model } = useApp();
  const { busy, failure, run } = useSave();
  const provider = state.providers.find((one) => one.primary);
  const efforts = useEfforts(provider?.id ?? null, provider?.model ?? null);
  if (!provider?.model || efforts.length === 0) return null;
  const { id, model: name } = provider;

  async function pick(value: string): Promise<void> {
    const effort = EFFORTS.find((one) => one === value) ?? null;
    await run(async () => model.put(await host.call('model.select', { provider: id, model: name ?? '', effort })));
  }

  return (
    <>
      <SelectField
        label={words.effort}
        help={words.effortHelp}
        value={state.current.effort ?? ''}
        disabled={busy}
        options={[
          { value: '', label: words.effortDefault },
          ...EFFORTS.filter((effort) => efforts.includes(effort)).map((value) => ({
            value,
            label: words.efforts[value],
          })),
        ]}
        onPick={(value) => void pick(value)}
      />
      {failure ? <FailureNote failure={failure} /> : null}
    </>
  );
}

/** The efforts the model in use knows; empty until the list was read, or where there are none. */
function useEfforts(provider: string | null, name: string | null): string[] {
  const { host } = useApp();
  const [choices, setChoices] = useState<ModelChoice[]>([]);
  useEffect(() => {
    if (!provider) return;
    let current = true;
    host
      .call('model.list', { provider })
      .then((list) => current && setChoices(list))
      .catch(() => current && setChoices([]));
    return () => {
      current = false;
    };
  }, [host, provider]);
  return choices.find((choice) => choice.id === name)?.efforts ?? [];
}
