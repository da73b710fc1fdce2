import { type ReactNode, useState } from 'react';
import { toFailure } from '../ipc/host.ts';
import { shell } from '../strings/shell.ts';
import { BusyBar } from './busy-bar.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmProps {
  title: string;
  children: ReactNode;
  confirm: string;
  cancel?: string;
  danger?: boolean;
  onConfirm: () => Promise<void> | void;
  onClose: () => void;
}

/** Asks before something that cannot be taken back. The way out has the focus. */
export function ConfirmDialog({ title, children, confirm, cancel, danger, onConfirm, onClose }: ConfirmProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function run(): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      await onConfirm();
      onClose();
    } catch (thrown) {
      setProblem(toFailure(thrown).message);
      setBusy(false);
    }
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <div className="flex flex-col gap-3 overflow-y-auto px-5 pb-4">
        {children}
        {problem ? (
          <p role="alert" className="text-danger">
            {problem}
          </p>
        ) : null}
      </div>
      <BusyBar busy={busy} label={confirm} />
      <div className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-3">
        <Button data-autofocus onClick={onClose}>
          {cancel ?? shell.cancel}
        </Button>
        <Button look={danger ? 'danger' : 'primary'} disabled={busy} onClick={() => void run()}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}
