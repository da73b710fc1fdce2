import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ModelState } from '../../../protocol/ipc/shapes.ts';
import { useApp } from '../../app-context.ts';
import { BusyBar } from '../../components/busy-bar.tsx';
import { Button } from '../../components/button.tsx';
import { SelectField } from '../../components/field.tsx';
import { FailureNote } from '../../components/page-state.tsx';
import { Section } from '../../components/section.tsx';
import { settings } from '../../strings/settings.ts';
import { AddressField } from './address-field.tsx';
import { type ConnectStart, needsOf } from './connect-start.ts';
import { KeyField } from './key-field.tsx';
import { ModelPicker } from './model-picker.tsx';
import { useSave } from './use-save.ts';

const words = settings.model;

interface ConnectFormProps {
  start: ConnectStart;
  state: ModelState;
}

/** Provider, key, address and model; saved only after the model has answered. */
export function ConnectForm({ start, state }: ConnectFormProps) {
  const { host, model: store } = useApp();
  const [provider, setProvider] = useState(start.provider);
  const [baseUrl, setBaseUrl] = useState(start.baseUrl);
  const [model, setModel] = useState(start.model);
  const [problem, setProblem] = useState<'model' | 'url' | null>(null);
  const [answered, setAnswered] = useState<string | null>(null);
  const { busy, failure, run, clear } = useSave();
  const keyField = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const refusal = useRef<HTMLDivElement>(null);
  const known = state.providers.find((one) => one.id === provider);
  const needs = needsOf(known);

  useEffect(() => {
    if (start.round > 0) form.current?.scrollIntoView({ block: 'nearest' });
  }, [start.round]);

  // A long list of models pushes the refusal out of sight of the button that caused it.
  useEffect(() => {
    if (failure) refusal.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);

  function chooseProvider(next: string): void {
    setProvider(next);
    const held = state.providers.find((one) => one.id === next);
    setBaseUrl(held?.baseUrl ?? '');
    setModel(held?.model ?? '');
    setProblem(null);
    setAnswered(null);
    clear();
    if (keyField.current) keyField.current.value = '';
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setAnswered(null);
    clear();
    // The key is read out of the field once, goes to the host, and is never kept here.
    const key = keyField.current?.value ?? '';
    if (provider === 'custom' && baseUrl.trim() === '') return setProblem('url');
    if (model.trim() === '') return setProblem('model');
    setProblem(null);
    await run(async () => {
      const result = await host.call('model.connect', {
        provider,
        model: model.trim(),
        ...(baseUrl.trim() ? { baseUrl: baseUrl.trim() } : {}),
        ...(key ? { key } : {}),
      });
      if (keyField.current) keyField.current.value = '';
      store.put(result.state);
      const { providers } = result.state;
      const label = providers.find((one) => one.id === provider)?.label ?? provider;
      setAnswered(words.answered(`${label} (${model.trim()})`, result.answeredMs));
    });
  }

  return (
    <Section title={words.add}>
      <form ref={form} className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        <SelectField
          label={words.provider}
          value={provider}
          options={providerOptions(state)}
          disabled={busy}
          onPick={chooseProvider}
        />
        <AddressField
          key={`address-${provider}`}
          shown={needs.baseUrl === 'shown'}
          value={baseUrl}
          disabled={busy}
          problem={problem === 'url' ? words.needUrl : null}
          onChange={setBaseUrl}
        />
        <KeyField
          key={provider}
          field={keyField}
          state={known?.key ?? 'none'}
          optional={needs.key === 'optional'}
          disabled={busy}
        />
        <ModelPicker
          provider={provider}
          baseUrl={baseUrl.trim()}
          value={model}
          disabled={busy}
          problem={problem === 'model' ? words.needModel : null}
          onChange={setModel}
        />
        <div className="flex flex-col gap-2">
          <BusyBar busy={busy} label={words.connecting} />
          <div className="flex items-center gap-3">
            <Button look="primary" type="submit" disabled={busy}>
              {words.connect}
            </Button>
            <p role="status" className="min-w-0 text-ok text-sm">
              {busy ? <span className="text-muted">{words.connecting}</span> : answered}
            </p>
          </div>
          <div ref={refusal}>{failure ? <FailureNote title={words.refused} failure={failure} /> : null}</div>
        </div>
      </form>
    </Section>
  );
}

/** The host's table, in its order. */
function providerOptions(state: ModelState): { value: string; label: string }[] {
  return state.providers.map(({ id, label }) => ({ value: id, label: id === 'custom' ? words.customProvider : label }));
}
