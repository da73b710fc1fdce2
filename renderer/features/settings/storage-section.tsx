import { type FormEvent, useState } from 'react';
import type { SettingsState } from '../../../protocol/ipc/shapes.ts';
import { useApp } from '../../app-context.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { Fact, Section } from '../../components/section.tsx';
import { settings } from '../../strings/settings.ts';
import { ResourceView } from './resource-view.tsx';
import { useSave } from './use-save.ts';

const words = settings.storage;

/** The limit of the setting; about ten years. */
const MOST_DAYS = 3650;

/** How long pictures are kept, and where everything is. */
export function StorageSection() {
  const { settings: config } = useApp();
  return (
    <>
      <p className="text-muted">{words.intro}</p>
      <ResourceView resource={config}>
        {(value) => (
          <>
            <ImageDays key={value.imageDays} value={value} />
            <Section title={words.home}>
              <dl className="flex flex-col gap-2">
                <Fact name={words.home}>
                  <span className="font-mono text-sm">{value.home}</span>
                </Fact>
                <Fact name={words.config}>
                  <span className="font-mono text-sm">{value.configPath}</span>
                </Fact>
              </dl>
            </Section>
          </>
        )}
      </ResourceView>
    </>
  );
}

function ImageDays({ value }: { value: SettingsState }) {
  const { shell } = useApp();
  const [text, setText] = useState(String(value.imageDays));
  const [invalid, setInvalid] = useState(false);
  const { busy, failure, save } = useSave();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const days = Number(text);
    const whole = text.trim() !== '' && Number.isInteger(days) && days >= 1 && days <= MOST_DAYS;
    setInvalid(!whole);
    if (whole && (await save('fermix_desktop.image_days', days))) shell.say('info', words.saved);
  }

  return (
    <Section title={words.imageDays}>
      <form className="flex flex-col gap-2" onSubmit={(event) => void submit(event)}>
        <TextField
          label={words.days}
          help={words.imageDaysHelp}
          inputMode="numeric"
          value={text}
          className="max-w-32"
          problem={invalid ? words.wholeNumber : (failure?.message ?? null)}
          onChange={(event) => setText(event.target.value)}
        />
        <Button small type="submit" className="self-start" disabled={busy || text === String(value.imageDays)}>
          {words.save}
        </Button>
      </form>
    </Section>
  );
}
