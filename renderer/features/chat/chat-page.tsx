import { useStore } from 'zustand';
import { useApp } from '../../app-context.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNote, Skeleton } from '../../components/page-state.tsx';
import { chat as words } from '../../strings/chat.ts';
import { usePanel } from '../shell/use-panel.ts';
import { ChatAnnouncer } from './chat-announcer.tsx';
import { ChatHeader } from './chat-header.tsx';
import { Composer } from './composer.tsx';
import { DrivePanel } from './drive-panel.tsx';
import { EmptyState } from './empty-state.tsx';
import { StartNotices } from './start-notices.tsx';
import { StatusLine } from './status-line.tsx';
import { Transcript } from './transcript.tsx';
import { useFileDrop } from './use-file-drop.ts';

/** The conversation, with the screen panel beside it while the agent works on the screen. */
export function ChatPage() {
  const { shell } = useApp();
  const panel = usePanel();
  const { dropping, handlers } = useFileDrop();
  return (
    <>
      <main className="relative flex min-w-0 flex-1 flex-col" {...handlers}>
        <ChatHeader />
        <StartNotices />
        <ChatBody />
        <StatusLine />
        <Composer />
        <ChatAnnouncer />
        {dropping ? (
          <div className="pointer-events-none absolute inset-2 z-10 flex items-center justify-center rounded-card border-2 border-accent border-dashed bg-accent-soft font-medium text-accent-ink text-lg">
            {words.dropHere}
          </div>
        ) : null}
      </main>
      {panel.open && !panel.sheet ? <DrivePanel /> : null}
      {panel.open && panel.sheet ? (
        <Dialog title={words.drivePanel} place="right" bare onClose={() => shell.setPanel('closed')}>
          <DrivePanel sheet />
        </Dialog>
      ) : null}
    </>
  );
}

function ChatBody() {
  const { chat } = useApp();
  const { id, conversation, failure } = useStore(chat);
  const pending = useStore(chat, (state) => state.pending.some((one) => one.conversationId === state.id));

  if (failure && id) {
    return (
      <div className="mx-auto w-full max-w-[47.5rem] flex-1 px-4 py-5">
        <FailureNote title={words.loadFailed} failure={failure} onRetry={() => void chat.open(id)} />
      </div>
    );
  }
  if (id && !conversation) {
    return (
      <div className="mx-auto w-full max-w-[47.5rem] flex-1 px-4 py-5">
        <Skeleton rows={5} label={words.loading} />
      </div>
    );
  }
  if (!pending && (conversation?.entries.length ?? 0) === 0) return <EmptyState />;
  return <Transcript key={id ?? 'new'} />;
}
