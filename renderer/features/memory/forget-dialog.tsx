import type { MemoryItem } from '../../../protocol/ipc/memory.ts';
import { useApp } from '../../app-context.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { memory as words } from '../../strings/memory.ts';

/** Hide it from the agent, or remove it for good. */
export function ForgetDialog({ item, onClose }: { item: MemoryItem; onClose: () => void }) {
  const { host, attempt } = useApp();
  const archive = () => {
    void attempt(async () => void (await host.call('memory.archive', { id: item.id, archived: true })));
    onClose();
  };
  return (
    <ConfirmDialog
      title={words.forgetTitle}
      confirm={words.remove}
      danger
      onConfirm={async () => void (await host.call('memory.delete', { id: item.id }))}
      onClose={onClose}
    >
      <p className="wrap-anywhere max-h-40 overflow-y-auto rounded-control bg-sunken px-3 py-2">{item.value}</p>
      <p>{words.forgetBody}</p>
      {item.archived ? null : (
        <div>
          <Button onClick={archive}>{words.archive}</Button>
        </div>
      )}
    </ConfirmDialog>
  );
}
