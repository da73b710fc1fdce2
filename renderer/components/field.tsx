import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

export const CONTROL =
  'w-full rounded-control border border-control bg-raised px-2.5 text-ink text-base disabled:opacity-60 aria-[invalid=true]:border-danger';

interface FrameProps {
  label: ReactNode;
  help?: ReactNode;
  problem?: string | null;
  children: (ids: { id: string; describedBy: string | undefined; invalid: boolean }) => ReactNode;
}

/** Label, control, help and problem of one value, tied together for a screen reader. */
export function Field({ label, help, problem, children }: FrameProps) {
  const id = useId();
  const described = [help ? `${id}-help` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ');
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      {children({ id, describedBy: described || undefined, invalid: Boolean(problem) })}
      {help ? (
        <p id={`${id}-help`} className="text-muted text-sm">
          {help}
        </p>
      ) : null}
      {problem ? (
        <p id={`${id}-problem`} role="alert" className="text-danger text-sm">
          {problem}
        </p>
      ) : null}
    </div>
  );
}

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: ReactNode;
  help?: ReactNode;
  problem?: string | null;
}

/** One line of text. */
export function TextField({ label, help, problem, className, ...rest }: TextFieldProps) {
  return (
    <Field label={label} help={help} problem={problem ?? null}>
      {({ id, describedBy, invalid }) => (
        <input
          id={id}
          type="text"
          spellCheck={false}
          autoComplete="off"
          aria-describedby={describedBy}
          aria-invalid={invalid}
          className={cx(CONTROL, 'h-8', className)}
          {...rest}
        />
      )}
    </Field>
  );
}

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id' | 'onChange'> {
  label: ReactNode;
  help?: ReactNode;
  problem?: string | null;
  options: readonly { value: string; label: string }[];
  onPick: (value: string) => void;
}

/** One of a few. */
export function SelectField({ label, help, problem, options, onPick, className, ...rest }: SelectFieldProps) {
  return (
    <Field label={label} help={help} problem={problem ?? null}>
      {({ id, describedBy, invalid }) => (
        <select
          id={id}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          className={cx(CONTROL, 'h-8', className)}
          onChange={(event) => onPick(event.target.value)}
          {...rest}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
