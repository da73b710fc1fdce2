import type { ReactNode } from 'react';
import type { HelperInstall } from '../../../protocol/ipc/shapes.ts';
import { useApp } from '../../app-context.ts';
import { Button } from '../../components/button.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { fileSize } from '../../state/format.ts';
import { settings } from '../../strings/settings.ts';
import { shell } from '../../strings/shell.ts';
import { useSave } from './use-save.ts';

const words = settings.computer.install;

/** How the helper stands, as far as there is something to say or to do: running, failed, an update, just removed. */
export function HelperInstallState({ helper, onRetry }: { helper: HelperInstall; onRetry: () => void }) {
  switch (helper.state) {
    case 'installing':
      return <Running helper={helper} />;
    case 'error':
      return <Failed helper={helper} onRetry={onRetry} />;
    case 'update_available':
      return (
        <Note tone="info" action={<Button onClick={onRetry}>{words.update}</Button>}>
          {words.updateAvailable(helper.olderVersion, helper.version)}
        </Note>
      );
    case 'absent':
      if (helper.removed) return <Note tone="info">{words.removed}</Note>;
      return helper.source === null ? <Note tone="warn">{words.notPublished}</Note> : null;
    default:
      return null;
  }
}

function Running({ helper }: { helper: HelperInstall }) {
  const { host, computer } = useApp();
  const { busy, run } = useSave();
  const { progress } = helper;
  const step = progress ? words.steps[progress.step] : words.steps.copying;
  const part = progress && progress.total > 0 ? progress.done / progress.total : null;
  const cancel = () => run(async () => computer.put(await host.call('computer.cancel-install', {})));
  return (
    <div className="flex flex-col gap-2 rounded-control bg-sunken px-3 py-3">
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 text-sm">
          <span role="status">{step}</span>
          {progress && progress.total > 0 ? (
            <span className="text-muted tabular-nums">
              {' '}
              {words.of(fileSize(progress.done), fileSize(progress.total))}
            </span>
          ) : null}
        </p>
        <Button small disabled={busy} onClick={() => void cancel()}>
          {shell.cancel}
        </Button>
      </div>
      <ProgressBar label={step} part={part} />
    </div>
  );
}

function Failed({ helper, onRetry }: { helper: HelperInstall; onRetry: () => void }) {
  const { problem } = helper;
  if (!problem) return null;
  const isChanged = problem.code === 'helper_checksum_mismatch';
  const verb = problem.resumable ? words.goOn : isChanged ? words.again : shell.tryAgain;
  return (
    <div
      role="alert"
      className="flex flex-col gap-2 rounded-control border border-danger bg-danger-soft px-3 py-3 text-sm"
    >
      <p className="font-medium">{isChanged ? words.changed : words.failed}</p>
      <p className="wrap-anywhere">{problem.message}</p>
      <div className="flex flex-wrap items-center gap-2">
        <Button small onClick={onRetry}>
          {verb}
        </Button>
        <span className="font-mono text-muted text-xs">{shell.code(problem.code)}</span>
      </div>
    </div>
  );
}

function Note({ tone, children, action }: { tone: 'info' | 'warn'; children: ReactNode; action?: ReactNode }) {
  const look = tone === 'warn' ? 'bg-warn-soft' : 'bg-sunken';
  return (
    <div className={`flex flex-wrap items-center gap-3 rounded-control px-3 py-2 text-sm ${look}`}>
      <p role="status" className="wrap-anywhere min-w-0 flex-1">
        {children}
      </p>
      {action}
    </div>
  );
}
