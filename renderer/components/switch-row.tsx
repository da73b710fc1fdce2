import { Switch } from 'radix-ui';
import { useId } from 'react';
import { Spinner } from './spinner.tsx';
import { useLate } from './use-late.ts';

interface SwitchRowProps {
  label: string;
  help?: string;
  /** Null: nobody has read it yet. */
  checked: boolean | null;
  busy: boolean;
  disabled?: boolean;
  problem?: string | null;
  onChange: (checked: boolean) => void;
}

/** A switch that moves only when the host has accepted the change. */
export function SwitchRow({ label, help, checked, busy, disabled, problem, onChange }: SwitchRowProps) {
  const id = useId();
  const late = useLate(busy);
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <label htmlFor={id} className="font-medium">
            {label}
          </label>
          {help ? (
            <p id={`${id}-help`} className="text-muted text-sm">
              {help}
            </p>
          ) : null}
        </div>
        {late ? <Spinner className="text-muted" /> : null}
        <Switch.Root
          id={id}
          checked={checked ?? false}
          disabled={disabled || busy || checked === null}
          aria-busy={busy}
          aria-describedby={help ? `${id}-help` : undefined}
          onCheckedChange={onChange}
          className="relative h-5 w-9 shrink-0 rounded-full border border-control bg-sunken transition-colors duration-150 disabled:opacity-50 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
        >
          <Switch.Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-control transition-transform duration-150 data-[state=checked]:translate-x-[1.05rem] data-[state=checked]:bg-on-accent" />
        </Switch.Root>
      </div>
      {problem ? (
        <p role="alert" className="text-danger text-sm">
          {problem}
        </p>
      ) : null}
    </div>
  );
}
