import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app-context.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Skeleton } from '../../components/page-state.tsx';
import { shell as words } from '../../strings/shell.ts';
import { ChatPage } from '../chat/chat-page.tsx';
import { CloseDialog } from './close-dialog.tsx';
import { Crash } from './crash.tsx';
import { LinkTarget } from './link-target.tsx';
import { PageFrame } from './page-frame.tsx';
import { Rail } from './rail.tsx';
import { RailStrip } from './rail-strip.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { Toasts } from './toasts.tsx';
import { useAppearance } from './use-appearance.ts';
import { useCommands } from './use-commands.ts';
import { usePanel } from './use-panel.ts';

// The chat is what a start waits for; the other pages are fetched when they are first shown.
const SettingsPage = lazy(() => import('../settings/settings-page.tsx').then((m) => ({ default: m.SettingsPage })));
const ToolsPage = lazy(() => import('../tools/tools-page.tsx').then((m) => ({ default: m.ToolsPage })));
const RecordingsPage = lazy(() =>
  import('../recordings/recordings-page.tsx').then((m) => ({ default: m.RecordingsPage })),
);
const TracePage = lazy(() => import('../trace/trace-page.tsx').then((m) => ({ default: m.TracePage })));
const MemoryPage = lazy(() => import('../memory/memory-page.tsx').then((m) => ({ default: m.MemoryPage })));
const DoctorPage = lazy(() => import('../doctor/doctor-page.tsx').then((m) => ({ default: m.DoctorPage })));

/** The whole window: side bar, page, and what lies over them. */
export function AppView() {
  const { shell } = useApp();
  const { layout, railFolded, railSheet, shortcutsOpen } = useStore(shell);
  const panel = usePanel();
  useAppearance();
  useCommands();
  const strip = layout !== 'sheets' && (railFolded || (layout === 'compact' && panel.open));
  return (
    <div className="flex h-full">
      {layout === 'sheets' ? null : strip ? <RailStrip /> : <Rail />}
      <CurrentPage />
      {layout === 'sheets' && railSheet ? (
        <Dialog title={words.navigation} place="left" bare onClose={() => shell.setState({ railSheet: false })}>
          <Rail sheet />
        </Dialog>
      ) : null}
      {shortcutsOpen ? <ShortcutsDialog /> : null}
      <CloseDialog />
      <LinkTarget />
      <Toasts />
    </div>
  );
}

function CurrentPage() {
  const page = useStore(useApp().shell, (state) => state.page);
  return (
    <Crash key={page.name}>
      {page.name === 'chat' ? (
        <ChatPage />
      ) : (
        <Suspense fallback={<PageFrame title={words[page.name]}>{<Skeleton />}</PageFrame>}>
          {page.name === 'settings' ? <SettingsPage section={page.section} /> : null}
          {page.name === 'tools' ? <ToolsPage name={page.tool} /> : null}
          {page.name === 'recordings' ? <RecordingsPage id={page.id} callId={page.callId ?? null} /> : null}
          {page.name === 'trace' ? <TracePage key={page.place.turnId} place={page.place} /> : null}
          {page.name === 'memory' ? <MemoryPage /> : null}
          {page.name === 'doctor' ? <DoctorPage /> : null}
        </Suspense>
      )}
    </Crash>
  );
}
