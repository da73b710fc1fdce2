import { Film, Pause, Play, Square, X } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app-context.ts';
import { Button } from '../../components/button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { COMPUTER_TOOL, latestRecording, latestScreen, latestSteps } from '../../state/drive.ts';
import { chat as words } from '../../strings/chat.ts';
import { shell as shellWords } from '../../strings/shell.ts';
import { useComputerControl } from '../shell/use-computer-control.ts';
import { Lightbox } from './lightbox.tsx';
import { OutcomeMark } from './outcome-mark.tsx';
import { StoredPicture } from './stored-picture.tsx';
import { toolIcon } from './tool-icon.ts';

/** The screen as the agent saw it last, its steps, and the two ways to hold it. */
export function DrivePanel({ sheet = false }: { sheet?: boolean }) {
  const { shell } = useApp();
  return (
    <aside
      aria-label={words.drivePanel}
      className={`flex min-h-0 flex-col bg-bg ${sheet ? 'flex-1' : 'w-[20rem] shrink-0 border-line border-l motion-safe:animate-enter'}`}
    >
      <header className="flex min-h-12 items-center gap-2 border-line border-b py-2 pr-2 pl-4">
        <h2 className="min-w-0 flex-1 font-semibold">{words.drivePanel}</h2>
        <RecordingButton />
        <IconButton icon={X} label={words.closePanel} onClick={() => shell.setPanel('closed')} />
      </header>
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4">
        <LatestScreen />
        <Steps />
      </div>
      <Controls />
    </aside>
  );
}

/** Leads to the recording of the session that worked last. */
function RecordingButton() {
  const { chat, shell } = useApp();
  const id = useStore(chat, (state) => latestRecording(state.conversation));
  if (id === null) return null;
  return <IconButton icon={Film} label={words.openRecording} onClick={() => shell.go({ name: 'recordings', id })} />;
}

function LatestScreen() {
  const { chat, computer, shell } = useApp();
  const conversation = useStore(chat, (state) => state.conversation);
  const off = useStore(computer, (state) => state.value?.enabled === false);
  const [large, setLarge] = useState(false);
  const latest = latestScreen(conversation);
  if (!latest) {
    return (
      <div className="flex flex-col items-start gap-3 text-muted">
        <p>{off ? words.driveOff : words.driveEmpty}</p>
        {off ? (
          <Button small onClick={() => shell.go({ name: 'settings', section: 'computer' })}>
            {words.driveOpenSettings}
          </Button>
        ) : null}
      </div>
    );
  }
  const alt = latest.image.alt ?? words.driveLatest;
  return (
    <>
      <button
        type="button"
        aria-label={words.pictureOpen(alt)}
        onClick={() => setLarge(true)}
        className="block overflow-hidden rounded-control border border-line hover:border-control"
      >
        <StoredPicture image={latest.image} alt={alt} point={latest.point} />
      </button>
      {large ? (
        <Lightbox
          pictures={[latest]}
          fallbackAlt={words.pictureAlt(COMPUTER_TOOL)}
          start={0}
          onClose={() => setLarge(false)}
        />
      ) : null}
    </>
  );
}

function Steps() {
  const conversation = useStore(useApp().chat, (state) => state.conversation);
  const steps = latestSteps(conversation);
  return (
    <section className="flex flex-col gap-1">
      <h3 className="font-medium text-muted text-xs">{words.driveSteps}</h3>
      {steps.length === 0 ? <p className="text-muted text-sm">{words.driveNoSteps}</p> : null}
      <ol className="flex flex-col gap-0.5">
        {steps.map((step) => {
          const Icon = toolIcon(step.name);
          return (
            <li key={step.id} className="flex min-h-7 items-center gap-2 text-sm">
              <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
              <span className="min-w-0 flex-1 truncate" title={step.title}>
                {step.title}
              </span>
              {step.status === 'done' ? (
                <OutcomeMark outcome={step.outcome ?? 'performed'} />
              ) : (
                <Spinner className="size-3.5 text-muted" />
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Controls() {
  const { chat, attempt } = useApp();
  const running = useStore(chat, (state) => state.conversation?.turn !== null && state.conversation !== null);
  const stopping = useStore(chat, (state) => state.stopAsked !== null || state.conversation?.turn?.stopping === true);
  const control = useComputerControl();
  if (!running && !control.verb) return null;
  return (
    <footer className="flex gap-2 border-line border-t p-3">
      {control.verb ? (
        <Button className="flex-1" disabled={control.busy} onClick={control.act}>
          {control.verb === 'pause' ? (
            <Pause aria-hidden="true" className="size-4" />
          ) : (
            <Play aria-hidden="true" className="size-4" />
          )}
          {control.verb === 'pause' ? shellWords.computer.pause : shellWords.computer.resume}
        </Button>
      ) : null}
      {running ? (
        <Button className="flex-1" onClick={() => void attempt(() => chat.stop())}>
          <Square aria-hidden="true" className="size-3.5" fill="currentColor" />
          {stopping ? words.stopping : words.stop}
        </Button>
      ) : null}
    </footer>
  );
}
