import { LoaderCircle } from 'lucide-react';
import { cx } from './cx.ts';

/** A small turning ring beside words that say what is going on. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden="true" className={cx('size-4 shrink-0 motion-safe:animate-turn', className)} />;
}
