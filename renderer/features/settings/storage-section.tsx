import { type FormEvent, useState } from 'react';
import { useApp } from '../../app-context.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { Fact, Section } from '../../components/section.tsx';
import { settings } from '../../strings/settings.ts';
import { ResourceView } from './resource-view.tsx';
import { useSave } from './use-save.ts';

const words = settings.storage;

/** The limit of both settings; about ten years. */
const MOST_DAYS = 3650;

/** How long pictures and recordings are kept, and where everything is. */
export function StorageSection() {
  const { settings: config, shell } = useApp();
  return (
    <>
      <p className="text-muted">{words.intro}</p>
      <ResourceView resource={config}>
        {(value) => (
          <>
            <Days
              key={`images-${value.imageDays}`}
              title={words.imageDays}
              label={words.imageDaysLabel}
              help={words.imageDaysHelp}
              value={value.imageDays}
              least={1}
              problem={words.wholeNumber}
              settingKey="fermix_desktop.image_days"
            />
            <Days
              key={`recordings-${value.recordingDays}`}
              title={words.recordingDays}
              label={words.recordingDaysLabel}
              help={words.recordingDaysHelp}
              value={value.recordingDays}
              least={0}
              problem={words.wholeNumberOrNone}
              settingKey="computer_use.recording_days"
            />
            <Button small className="self-start" onClick={() => shell.go({ name: 'recordings', id: null })}>
              {words.openRecordings}
            </Button>
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

interface DaysProps {
  title: string;
  label: string;
  help: string;
  value: number;
  least: number;
  problem: string;
  settingKey: 'fermix_desktop.image_days' | 'computer_use.recording_days';
}

/** A number of days, saved by its own button. */
function Days({ title, label, help, value, least, problem, settingKey }: DaysProps) {
  const { shell } = useApp();
  const [text, setText] = useState(String(value));
  const [invalid, setInvalid] = useState(false);
  const { busy, failure, save } = useSave();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const days = Number(text);
    const whole = text.trim() !== '' && Number.isInteger(days) && days >= least && days <= MOST_DAYS;
    setInvalid(!whole);
    if (whole && (await save(settingKey, days))) shell.say('info', words.saved);
  }

  return (
    <Section title={title}>
      <form className="flex flex-col gap-2" onSubmit={(event) => void submit(event)}>
        <TextField
          label={label}
          help={help}
          inputMode="numeric"
          value={text}
          className="max-w-32"
          problem={invalid ? problem : (failure?.message ?? null)}
          onChange={(event) => setText(event.target.value)}
        />
        <Button
          small
          type="submit"
          aria-label={words.saveOf(label)}
          className="self-start"
          disabled={busy || text === String(value)}
        >
          {words.save}
        </Button>
      </form>
    </Section>
  );
}
