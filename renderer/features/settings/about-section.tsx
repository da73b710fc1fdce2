import { useEffect } from 'react';
import { useApp } from '../../app-context.ts';
import { Button } from '../../components/button.tsx';
import { Fact, Section } from '../../components/section.tsx';
import { settings } from '../../strings/settings.ts';
import { ResourceView } from './resource-view.tsx';

const words = settings.about;

/** What this build is and where it runs. */
export function AboutSection() {
  const { info, shell } = useApp();
  useEffect(() => void info.load(), [info]);
  return (
    <>
      <ResourceView resource={info}>
        {(value) => (
          <Section title={value.name}>
            <dl className="flex flex-col gap-2">
              <Fact name={words.version}>{value.version}</Fact>
              <Fact name={words.runtime}>{value.runtime}</Fact>
              <Fact name={words.platform}>{value.platform}</Fact>
              <Fact name={words.home}>
                <span className="font-mono text-sm">{value.home}</span>
              </Fact>
              <Fact name={words.tray}>{value.trayHost ? words.trayYes : words.trayNo}</Fact>
            </dl>
          </Section>
        )}
      </ResourceView>
      <Button small className="self-start" onClick={() => shell.setState({ shortcutsOpen: true })}>
        {words.shortcuts}
      </Button>
    </>
  );
}
