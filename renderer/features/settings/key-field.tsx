import { type RefObject, useState } from 'react';
import type { ProviderState } from '../../../protocol/ipc/shapes.ts';
import { Button } from '../../components/button.tsx';
import { CONTROL, Field } from '../../components/field.tsx';
import { settings } from '../../strings/settings.ts';

const words = settings.model;

interface KeyFieldProps {
  field: RefObject<HTMLInputElement | null>;
  state: ProviderState['key'];
  optional: boolean;
  disabled: boolean;
}

/** Write-only: what is typed goes to the host, nothing ever comes back into it. */
export function KeyField({ field, state, optional, disabled }: KeyFieldProps) {
  const [replacing, setReplacing] = useState(false);
  const held = state === 'stored' || state === 'environment';
  if (held && !replacing) {
    return (
      <div className="flex flex-col gap-1">
        <p className="font-medium text-sm">{words.key}</p>
        <div className="flex items-center gap-3">
          <p className="text-muted">{state === 'stored' ? words.keyStored : words.keyFromEnvironment}</p>
          <Button small onClick={() => setReplacing(true)}>
            {words.keyReplace}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <Field label={words.key} help={optional ? `${words.keyOptional} ${words.keyHelp}` : words.keyHelp}>
      {({ id, describedBy }) => (
        <div className="flex gap-2">
          <input
            ref={field}
            id={id}
            type="password"
            autoComplete="off"
            maxLength={4096}
            spellCheck={false}
            disabled={disabled}
            aria-describedby={describedBy}
            className={`${CONTROL} h-8`}
          />
          {held ? <Button onClick={() => setReplacing(false)}>{words.keyKeep}</Button> : null}
        </div>
      )}
    </Field>
  );
}
