import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { settings } from '../../strings/settings.ts';

const words = settings.model;

interface AddressFieldProps {
  /** False: behind a button, since the provider has an address of its own. */
  shown: boolean;
  value: string;
  disabled: boolean;
  problem: string | null;
  onChange: (address: string) => void;
}

/** Where the server is: asked for, or offered for those who go through a proxy or a gateway. */
export function AddressField({ shown, value, disabled, problem, onChange }: AddressFieldProps) {
  const [opened, setOpened] = useState(value !== '');
  if (!shown && !opened) {
    return (
      <Button small look="quiet" className="self-start text-muted" onClick={() => setOpened(true)}>
        {words.baseUrlOther}
      </Button>
    );
  }
  return (
    <TextField
      label={words.baseUrl}
      help={shown ? words.baseUrlHelp : words.baseUrlOtherHelp}
      inputMode="url"
      maxLength={2000}
      value={value}
      disabled={disabled}
      problem={problem}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
