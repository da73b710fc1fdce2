import { Eye, EyeOff } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import type { ModelChoice } from '../../../protocol/ipc/shapes.ts';
import { useApp } from '../../app-context.ts';
import { BusyBar } from '../../components/busy-bar.tsx';
import { cx } from '../../components/cx.ts';
import { CONTROL, Field } from '../../components/field.tsx';
import { matchModels } from '../../state/match-models.ts';
import { settings } from '../../strings/settings.ts';

const words = settings.model;

/** A pause in typing the address this long asks its server for models, in milliseconds. */
const PAUSE_MS = 500;

interface ModelPickerProps {
  provider: string;
  baseUrl: string;
  value: string;
  disabled: boolean;
  problem: string | null;
  onChange: (model: string) => void;
}

/** A text field with the server's models below it; a name that is not on the list is fine too. */
export function ModelPicker({ provider, baseUrl, value, disabled, problem, onChange }: ModelPickerProps) {
  const { choices, loading, failed } = useChoices(provider, baseUrl);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState(false);
  const [active, setActive] = useState(-1);
  const listId = useId();
  const shown = useMemo(() => matchModels(choices, typed ? value : ''), [choices, value, typed]);

  function pick(choice: ModelChoice | undefined): void {
    if (!choice) return;
    onChange(choice.id);
    setTyped(false);
    setOpen(false);
    setActive(-1);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      setActive(Math.max(0, Math.min(shown.length - 1, active + (event.key === 'ArrowDown' ? 1 : -1))));
    }
    if (event.key === 'Enter' && open && active >= 0) {
      event.preventDefault();
      pick(shown[active]);
    }
    if (event.key === 'Escape' && open) {
      event.stopPropagation();
      setOpen(false);
    }
  }

  const help = failed ? words.modelsFailed : open && typed && shown.length === 0 ? words.modelsNone : words.modelHelp;
  return (
    <Field label={words.modelName} help={help} problem={problem}>
      {({ id, describedBy, invalid }) => (
        <div className="relative">
          <input
            id={id}
            role="combobox"
            aria-expanded={open && shown.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
            aria-describedby={describedBy}
            aria-invalid={invalid}
            autoComplete="off"
            maxLength={200}
            spellCheck={false}
            disabled={disabled}
            value={value}
            className={`${CONTROL} h-8`}
            onFocus={() => setOpen(true)}
            onClick={() => setOpen(true)}
            onBlur={() => setOpen(false)}
            onChange={(event) => {
              onChange(event.target.value);
              setTyped(true);
              setOpen(true);
              setActive(-1);
            }}
            onKeyDown={onKeyDown}
          />
          <BusyBar busy={loading} label={words.modelsLoading} />
          {open && shown.length > 0 ? (
            <div
              id={listId}
              role="listbox"
              aria-label={words.modelName}
              className="absolute inset-x-0 top-9 z-10 max-h-64 overflow-y-auto rounded-card border border-line bg-raised p-1 shadow-lg"
            >
              {shown.map((choice, index) => (
                <Choice
                  key={choice.id}
                  id={`${listId}-${index}`}
                  choice={choice}
                  active={index === active}
                  onPick={() => pick(choice)}
                />
              ))}
            </div>
          ) : null}
        </div>
      )}
    </Field>
  );
}

interface ChoiceProps {
  id: string;
  choice: ModelChoice;
  active: boolean;
  onPick: () => void;
}

function Choice({ id, choice, active, onPick }: ChoiceProps) {
  const Icon = choice.vision ? Eye : EyeOff;
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      ref={(element) => {
        if (active) element?.scrollIntoView({ block: 'nearest' });
      }}
      // Before the field loses the focus and the list closes.
      onPointerDown={(event) => {
        event.preventDefault();
        onPick();
      }}
      className={cx(
        'flex min-h-7 items-center gap-2 rounded-control px-2 text-sm hover:bg-hover',
        active && 'bg-hover',
      )}
    >
      <span className="min-w-0 flex-1 truncate">{choice.label}</span>
      {choice.price ? (
        <span title={words.priceHint} className="shrink-0 text-muted text-xs tabular-nums">
          {words.price(dollars(choice.price.input), dollars(choice.price.output))}
        </span>
      ) : null}
      <span className="flex shrink-0 items-center gap-1 text-muted text-xs">
        <Icon aria-hidden="true" className="size-3.5" />
        {choice.vision ? words.vision : words.noVision}
      </span>
    </div>
  );
}

/** "3", "0.15": as many digits as matter. */
function dollars(amount: number): string {
  return String(Number(amount.toFixed(amount < 1 ? 3 : 2)));
}

function useChoices(provider: string, baseUrl: string): { choices: ModelChoice[]; loading: boolean; failed: boolean } {
  const { host } = useApp();
  const [state, setState] = useState({ choices: [] as ModelChoice[], loading: false, failed: false });
  useEffect(() => {
    let current = true;
    const ask = async () => {
      if (provider === 'custom' && !baseUrl) return setState({ choices: [], loading: false, failed: false });
      setState((old) => ({ ...old, loading: true }));
      try {
        const choices = await host.call('model.list', { provider, ...(baseUrl ? { baseUrl } : {}) });
        if (current) setState({ choices, loading: false, failed: false });
      } catch {
        if (current) setState({ choices: [], loading: false, failed: true });
      }
    };
    const timer = setTimeout(() => void ask(), baseUrl ? PAUSE_MS : 0);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [host, provider, baseUrl]);
  return state;
}
