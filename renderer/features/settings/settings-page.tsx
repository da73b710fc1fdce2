import { type ReactNode, useEffect } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app-context.ts';
import { Button } from '../../components/button.tsx';
import { cx } from '../../components/cx.ts';
import { SETTINGS_SECTIONS, type SettingsSection } from '../../state/pages.ts';
import { settings as words } from '../../strings/settings.ts';
import { PageFrame } from '../shell/page-frame.tsx';
import { AboutSection } from './about-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { ComputerSection } from './computer-section.tsx';
import { ModelSection } from './model-section.tsx';
import { PermissionsSection } from './permissions-section.tsx';
import { SandboxSection } from './sandbox-section.tsx';
import { StorageSection } from './storage-section.tsx';
import { useSave } from './use-save.ts';

const VIEWS: Record<SettingsSection, () => ReactNode> = {
  model: ModelSection,
  permissions: PermissionsSection,
  computer: ComputerSection,
  sandbox: SandboxSection,
  appearance: AppearanceSection,
  storage: StorageSection,
  about: AboutSection,
};

/** Settings: one section at a time, the others beside it. */
export function SettingsPage({ section }: { section: SettingsSection }) {
  const { settings } = useApp();
  const View = VIEWS[section];
  useEffect(() => void settings.load(), [settings]);
  return (
    <PageFrame title={words.title} aside={<SectionLinks current={section} />}>
      <ExternalChange />
      <h2 className="font-semibold text-lg">{words.sections[section]}</h2>
      <View key={section} />
    </PageFrame>
  );
}

function SectionLinks({ current }: { current: SettingsSection }) {
  const { shell } = useApp();
  return (
    <nav
      aria-label={words.title}
      className="flex shrink-0 gap-0.5 overflow-x-auto border-line border-b p-2 md:w-44 md:flex-col md:overflow-y-auto md:border-r md:border-b-0"
    >
      {SETTINGS_SECTIONS.map((section) => (
        <button
          key={section}
          type="button"
          aria-current={section === current ? 'page' : undefined}
          onClick={() => shell.go({ name: 'settings', section })}
          className={cx(
            'min-h-7 shrink-0 whitespace-nowrap rounded-control px-2.5 text-left text-sm hover:bg-hover',
            section === current && 'bg-selected font-medium',
          )}
        >
          {words.sections[section]}
        </button>
      ))}
    </nav>
  );
}

function ExternalChange() {
  const change = useStore(useApp().settings, (state) => state.value?.externalChange ?? null);
  const { save, busy } = useSave();
  if (change === null) return null;
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 rounded-card bg-warn-soft px-4 py-3">
      <p className="wrap-anywhere min-w-0 flex-1">{change || words.externalChange}</p>
      <Button small disabled={busy} onClick={() => void save('reload', true)}>
        {words.reloadFile}
      </Button>
    </div>
  );
}
