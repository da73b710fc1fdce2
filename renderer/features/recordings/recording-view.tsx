import { ArrowLeft, Download, MessageSquare, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { Recording } from '../../../protocol/conversation/recording.ts';
import { endSentence } from '../../../protocol/conversation/recording-words.ts';
import { useApp } from '../../app-context.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { FailureNote, Skeleton } from '../../components/page-state.tsx';
import { fullTime } from '../../state/format.ts';
import { recordingTitle } from '../../state/recording-rows.ts';
import { recordings as words } from '../../strings/recordings.ts';
import { RailButton } from '../shell/page-frame.tsx';
import { EndBadge } from './end-badge.tsx';
import { factLine } from './session-row.tsx';
import { Strip } from './strip.tsx';

/** One recorded session: how it went, and its steps. */
export function RecordingView({ id, callId }: { id: string; callId: string | null }) {
  const { recordings, shell } = useApp();
  const state = useStore(recordings);
  const open = state.id === id ? state.open : null;
  const failure = state.id === id ? state.openFailure : null;
  return (
    <main className="flex min-w-0 flex-1 flex-col">
      <header className="flex min-h-12 flex-wrap items-center gap-2 border-line border-b px-4 py-2">
        <RailButton />
        <IconButton icon={ArrowLeft} label={words.back} onClick={() => shell.go({ name: 'recordings', id: null })} />
        <h1 className="min-w-40 flex-1 truncate font-semibold text-lg" title={open ? recordingTitle(open) : ''}>
          {open ? recordingTitle(open) : words.title}
        </h1>
        {open ? <Actions recording={open} /> : null}
      </header>
      {failure ? (
        <div className="mx-auto w-full max-w-[64rem] px-4 py-5">
          <FailureNote title={words.openFailed} failure={failure} onRetry={() => void recordings.show(id)} />
        </div>
      ) : null}
      {open || failure ? null : (
        <div className="mx-auto w-full max-w-[64rem] px-4 py-5">
          <Skeleton rows={6} label={words.loading} />
        </div>
      )}
      {open ? <Strip recording={open} callId={callId} lead={<Summary recording={open} />} /> : null}
    </main>
  );
}

function Summary({ recording }: { recording: Recording }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-3 text-muted text-sm">
      <EndBadge end={recording.end} />
      <span>{fullTime(recording.startedAt)}</span>
      <span>{factLine(recording)}</span>
      <span className="wrap-anywhere min-w-0">{endSentence(recording.end, recording.reason)}</span>
    </div>
  );
}

function Actions({ recording }: { recording: Recording }) {
  const { host, shell, recordings, openConversation, attempt } = useApp();
  const [busy, setBusy] = useState(false);
  const [removing, setRemoving] = useState(false);
  const { id, conversationId, conversationTitle } = recording;

  async function exportIt(): Promise<void> {
    setBusy(true);
    await attempt(async () => {
      const { folder } = await host.call('recording.export', { id });
      if (folder !== null) shell.say('info', words.exported(folder));
    });
    setBusy(false);
  }

  return (
    <>
      {conversationTitle === '' ? null : (
        <IconButton
          icon={MessageSquare}
          label={words.openConversation}
          onClick={() => openConversation(conversationId)}
        />
      )}
      <Button small disabled={busy} title={words.exportHint} onClick={() => void exportIt()}>
        <Download aria-hidden="true" className="size-4" />
        {busy ? words.exporting : words.export}
      </Button>
      {recording.end === 'running' ? null : (
        <IconButton icon={Trash2} label={words.removeYes} onClick={() => setRemoving(true)} />
      )}
      {removing ? (
        <ConfirmDialog
          title={words.removeTitle}
          confirm={words.removeYes}
          danger
          onConfirm={async () => {
            await recordings.remove(id);
            shell.go({ name: 'recordings', id: null });
          }}
          onClose={() => setRemoving(false)}
        >
          <p>{words.removeBody}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
