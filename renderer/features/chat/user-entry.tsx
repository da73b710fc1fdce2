import { Clock3, File } from 'lucide-react';
import type { ReactNode } from 'react';
import type { UserEntry } from '../../../protocol/conversation/entry.ts';
import type { FileRef, ImageRef } from '../../../protocol/conversation/message.ts';
import { useApp } from '../../app-context.ts';
import { Button } from '../../components/button.tsx';
import { clock, fileSize, fullTime } from '../../state/format.ts';
import { chat as words } from '../../strings/chat.ts';
import { PictureRow } from './picture-row.tsx';

/** What the owner said. */
export function UserEntryView({ entry }: { entry: UserEntry }) {
  // The same message run again after an answer of the owner is no second message.
  if (entry.resumed) return <p className="text-muted text-sm">{words.continued}</p>;
  return (
    <UserBubble
      text={entry.text}
      images={entry.images}
      files={entry.files}
      at={entry.at}
      note={entry.ultra || entry.status === 'queued' ? <Note entry={entry} /> : null}
    />
  );
}

function Note({ entry }: { entry: UserEntry }) {
  const waits = entry.status === 'queued' ? <QueuedNote id={entry.id} steers={entry.steers === true} /> : null;
  if (!entry.ultra) return waits;
  return (
    <span className="flex items-center gap-2">
      <span>{words.ultra}</span>
      {waits}
    </span>
  );
}

/** Says that the message waits, and takes it back. */
function QueuedNote({ id, steers }: { id: string; steers: boolean }) {
  const { chat, composer, attempt } = useApp();
  const remove = () =>
    attempt(async () => {
      await chat.unqueue(id);
      // The button goes with its message: the focus moves to where the next one is written.
      composer.setState((state) => ({ focusAsked: state.focusAsked + 1 }));
    });
  return (
    <span className="flex items-center gap-1">
      <Clock3 aria-hidden="true" className="size-3.5" />
      {steers ? words.steering : words.queued}
      <Button small look="quiet" onClick={() => void remove()}>
        {words.unqueue}
      </Button>
    </span>
  );
}

interface BubbleProps {
  text: string;
  images: ImageRef[];
  files: FileRef[];
  at: number;
  note: ReactNode;
  faded?: boolean;
}

/** The owner's words with what was attached to them. */
export function UserBubble({ text, images, files, at, note, faded = false }: BubbleProps) {
  return (
    <article
      data-stop
      tabIndex={-1}
      aria-label={`${words.you}, ${clock(at)}`}
      className="flex flex-col items-end gap-1 pt-2"
      title={fullTime(at)}
    >
      {images.length > 0 ? (
        <PictureRow pictures={images.map((image) => ({ image, role: 'result' }))} fallbackAlt={words.attachedPicture} />
      ) : null}
      {files.map((file) => (
        <span
          key={file.path}
          title={file.path}
          className="flex max-w-full items-center gap-1.5 rounded-control border border-line bg-raised px-2 py-1 text-sm"
        >
          <File aria-hidden="true" className="size-4 shrink-0 text-muted" />
          <span className="truncate">{file.name}</span>
          <span className="text-muted text-xs">{fileSize(file.bytes)}</span>
        </span>
      ))}
      {text ? (
        <p
          className={`wrap-anywhere max-w-[88%] whitespace-pre-wrap rounded-card bg-selected px-3 py-2 ${faded ? 'opacity-60' : ''}`}
        >
          {text}
        </p>
      ) : null}
      {note ? <div className="text-muted text-xs">{note}</div> : null}
    </article>
  );
}
