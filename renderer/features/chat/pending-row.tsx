import { useApp } from '../../app-context.ts';
import { Button } from '../../components/button.tsx';
import type { PendingSend } from '../../state/chat-store.ts';
import { chat as words } from '../../strings/chat.ts';
import { UserBubble } from './user-entry.tsx';

/** A message on its way, or one that could not be sent: its words are kept. */
export function PendingRow({ pending }: { pending: PendingSend }) {
  const { chat, composer } = useApp();
  const { clientId, text, images, files, at, status, failure, conversationId } = pending;
  const failed = status === 'failed';
  return (
    <UserBubble
      text={text}
      images={images}
      files={files}
      at={at}
      faded={!failed}
      note={
        failed ? (
          <div role="alert" className="flex flex-wrap items-center justify-end gap-2 text-danger text-sm">
            <span>
              {words.notSent} {failure?.message}
            </span>
            <Button small onClick={() => void chat.retry(clientId)}>
              {words.retry}
            </Button>
            <Button
              small
              onClick={() => {
                composer.fill(conversationId ?? 'new', text);
                chat.discard(clientId);
              }}
            >
              {words.backToField}
            </Button>
            <Button small look="quiet" onClick={() => chat.discard(clientId)}>
              {words.discard}
            </Button>
          </div>
        ) : (
          words.sending
        )
      }
    />
  );
}
