import { cx } from './cx.ts';
import { useLate } from './use-late.ts';

interface BusyBarProps {
  busy: boolean;
  label: string;
  className?: string;
}

/** A thin moving line for work of unknown length, from 200 ms on. Takes its height at all times, so nothing jumps. */
export function BusyBar({ busy, label, className }: BusyBarProps) {
  const late = useLate(busy);
  return (
    <div className={cx('relative h-0.5 w-full shrink-0 overflow-hidden', className)}>
      {late ? (
        <div role="progressbar" aria-label={label} className="absolute inset-0 bg-accent-soft">
          <div className="absolute inset-y-0 w-1/3 bg-accent motion-safe:animate-busy" />
        </div>
      ) : null}
    </div>
  );
}
