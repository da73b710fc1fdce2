import { type FormEvent, useState } from 'react';
import { useStore } from 'zustand';
import type { SettingsState, ShortcutState } from '../../../protocol/ipc/shapes.ts';
import { useApp } from '../../app-context.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { Section } from '../../components/section.tsx';
import { settings } from '../../strings/settings.ts';
import { useSave } from './use-save.ts';

const words = settings.computer.shortcuts;

/** The chords that hold and stop computer use from anywhere, and whether they reach Fermix. */
export function ShortcutsCard({ value }: { value: SettingsState }) {
  const { computer } = useApp();
  const known = useStore(computer).value;
  return (
    <Section title={words.title}>
      <p className="text-muted text-sm">{words.help}</p>
      <ShortcutForm
        key={`pause ${value.pauseShortcut}`}
        label={words.pause}
        saved={value.pauseShortcut}
        setting="computer_use.pause_shortcut"
        state={known?.shortcuts.pause ?? null}
      />
      <ShortcutForm
        key={`stop ${value.stopShortcut}`}
        label={words.stop}
        saved={value.stopShortcut}
        setting="computer_use.stop_shortcut"
        state={known?.shortcuts.stop ?? null}
      />
    </Section>
  );
}

interface FormProps {
  label: string;
  saved: string;
  setting: 'computer_use.pause_shortcut' | 'computer_use.stop_shortcut';
  state: ShortcutState | null;
}

function ShortcutForm({ label, saved, setting, state }: FormProps) {
  const { shell } = useApp();
  const [text, setText] = useState(saved);
  const { busy, failure, save } = useSave();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (await save(setting, text.trim())) shell.say('info', words.saved);
  }

  return (
    <form className="flex items-start gap-2" onSubmit={(event) => void submit(event)}>
      <div className="min-w-0 max-w-96 flex-1">
        <TextField
          label={label}
          help={helpOf(state, saved)}
          className="font-mono"
          maxLength={60}
          value={text}
          problem={failure ? words.invalid : (state?.note ?? null)}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <Button small type="submit" className="mt-6" disabled={busy || text.trim() === saved}>
        {words.save}
      </Button>
    </form>
  );
}

/** A problem is said by the field itself. */
function helpOf(state: ShortcutState | null, saved: string): string {
  if (saved === '') return words.none;
  return state?.status === 'works' ? words.works : words.off;
}
