import { useStore } from 'zustand';
import { useApp } from '../../app-context.ts';
import { SelectField } from '../../components/field.tsx';
import { Section } from '../../components/section.tsx';
import { TEXT_SIZES, toTextSize } from '../../state/layout.ts';
import type { Theme } from '../../state/shell-store.ts';
import { settings } from '../../strings/settings.ts';
import { ChoiceList } from './choice-list.tsx';
import { ResourceView } from './resource-view.tsx';
import { useSave } from './use-save.ts';

const words = settings.appearance;
const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

/** Theme and text size. */
export function AppearanceSection() {
  const { shell, settings: config } = useApp();
  const textSize = useStore(shell, (state) => state.textSize);
  const { busy, failure, save } = useSave();
  return (
    <>
      <p className="text-muted">{words.intro}</p>
      <Section title={words.theme}>
        <ResourceView resource={config}>
          {(value) => (
            <ChoiceList
              legend={words.theme}
              value={value.theme}
              busy={busy}
              problem={failure?.message ?? null}
              choices={THEMES.map((theme) => ({ value: theme, label: words.themes[theme] }))}
              onPick={(theme) => void save('fermix_desktop.theme', theme)}
            />
          )}
        </ResourceView>
      </Section>
      <Section title={words.text}>
        <SelectField
          label={words.textSize}
          help={words.textSizeHelp}
          value={String(textSize)}
          options={TEXT_SIZES.map((size) => ({ value: String(size), label: words.percent(size) }))}
          onPick={(value) => shell.setTextSize(toTextSize(value))}
        />
      </Section>
    </>
  );
}
