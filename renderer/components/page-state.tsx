import type { ReactNode } from 'react';
import type { HostFailure } from '../ipc/host.ts';
import { shell } from '../strings/shell.ts';
import { Button } from './button.tsx';
import { RemedyButton } from './remedy-button.tsx';
import { useLate } from './use-late.ts';

/** Grey bars in place of rows, from 200 ms on. */
export function Skeleton({ rows = 4, label = shell.loading }: { rows?: number; label?: string }) {
  const late = useLate(true);
  if (!late) return <div className="min-h-24" />;
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-3 py-2">
      {Array.from({ length: rows }, (_, index) => `row-${index}`).map((key) => (
        <div key={key} className="h-9 rounded-control bg-hover" />
      ))}
    </div>
  );
}

/** One sentence and one action, where there is nothing to show. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-3 rounded-card border border-line border-dashed px-4 py-5 text-muted">
      <p>{children}</p>
      {action}
    </div>
  );
}

interface FailureProps {
  /** What happened, in the words of the page. */
  title?: string;
  failure: HostFailure;
  onRetry?: () => void;
}

/** What happened, why, and what to do. */
export function FailureNote({ title, failure, onRetry }: FailureProps) {
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-card border border-danger bg-danger-soft px-4 py-3">
      {title ? <p className="font-medium">{title}</p> : null}
      <p className="wrap-anywhere">{failure.message}</p>
      <div className="flex flex-wrap items-center gap-2">
        {onRetry ? (
          <Button small onClick={onRetry}>
            {shell.tryAgain}
          </Button>
        ) : null}
        {failure.remedy ? <RemedyButton remedy={failure.remedy} /> : null}
        <span className="font-mono text-muted text-xs">{shell.code(failure.code)}</span>
      </div>
    </div>
  );
}
