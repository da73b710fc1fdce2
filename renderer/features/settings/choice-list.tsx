import { useId } from 'react';

interface Choice<T extends string> {
  value: T;
  label: string;
  help?: string;
}

interface ChoiceListProps<T extends string> {
  legend: string;
  value: T;
  choices: readonly Choice<T>[];
  busy: boolean;
  problem: string | null;
  onPick: (value: T) => void;
}

/** One of a few, each with what it means. The mark moves when the host has accepted. */
export function ChoiceList<T extends string>({ legend, value, choices, busy, problem, onPick }: ChoiceListProps<T>) {
  const name = useId();
  return (
    <fieldset disabled={busy} className="flex flex-col gap-2">
      <legend className="sr-only">{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="flex items-start gap-2.5">
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            aria-describedby={choice.help ? `${name}-${choice.value}` : undefined}
            onChange={() => onPick(choice.value)}
            className="mt-1 size-4 shrink-0 accent-accent"
          />
          <span className="flex min-w-0 flex-col">
            <span className="font-medium">{choice.label}</span>
            {choice.help ? (
              <span id={`${name}-${choice.value}`} className="text-muted text-sm">
                {choice.help}
              </span>
            ) : null}
          </span>
        </label>
      ))}
      {problem ? (
        <p role="alert" className="text-danger text-sm">
          {problem}
        </p>
      ) : null}
    </fieldset>
  );
}
