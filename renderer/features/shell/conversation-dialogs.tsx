import { useState } from 'react';
import type { ConversationSummary } from '../../../protocol/conversation/entry.ts';
import { useApp } from '../../app-context.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { toFailure } from '../../ipc/host.ts';
import { chat } from '../../strings/chat.ts';
import { shell as words } from '../../strings/shell.ts';

interface DialogProps {
  item: ConversationSummary;
  onClose: () => void;
}

/** Gives a conversation another title. */
export function RenameDialog({ item, onClose }: DialogProps) {
  const { host, list } = useApp();
  const [title, setTitle] = useState(item.title);
  const [problem, setProblem] = useState<string | null>(null);

  async function save(): Promise<void> {
    try {
      await host.call('conversation.rename', { conversationId: item.id, title: title.trim() });
      await list.load();
      onClose();
    } catch (thrown) {
      setProblem(toFailure(thrown).message);
    }
  }

  return (
    <Dialog title={words.renameTitle} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div className="px-5 pb-4">
          <TextField
            label={words.renameLabel}
            value={title}
            maxLength={200}
            problem={problem}
            onChange={(event) => setTitle(event.target.value)}
          />
        </div>
        <div className="flex justify-end gap-2 border-line border-t px-5 py-3">
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button look="primary" type="submit" disabled={title.trim() === ''}>
            {words.renameSave}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Asks before a conversation is deleted. */
export function RemoveDialog({ item, onClose }: DialogProps) {
  const { host, list, chat: store, openConversation } = useApp();
  return (
    <ConfirmDialog
      danger
      title={words.removeTitle}
      confirm={words.removeConfirm}
      onClose={onClose}
      onConfirm={async () => {
        await host.call('conversation.delete', { conversationId: item.id });
        if (store.getState().id === item.id) openConversation(null);
        await list.load();
      }}
    >
      <p className="wrap-anywhere">{words.removeBody(item.title || chat.untitled)}</p>
    </ConfirmDialog>
  );
}
