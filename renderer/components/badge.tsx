import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type Tone = 'plain' | 'ok' | 'warn' | 'danger' | 'accent';

const TONES: Record<Tone, string> = {
  plain: 'bg-sunken text-muted border-line',
  ok: 'bg-ok-soft text-ok border-transparent',
  warn: 'bg-warn-soft text-warn border-transparent',
  danger: 'bg-danger-soft text-danger border-transparent',
  accent: 'bg-accent-soft text-accent-ink border-transparent',
};

/** A word that classifies. The icon or the word carries the meaning, the colour only repeats it. */
export function Badge({
  tone = 'plain',
  icon: Icon,
  children,
}: {
  tone?: Tone;
  icon?: LucideIcon;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        'inline-flex shrink-0 items-center gap-1 rounded-full border px-2 py-px font-medium text-xs',
        TONES[tone],
      )}
    >
      {Icon ? <Icon aria-hidden="true" className="size-3" /> : null}
      {children}
    </span>
  );
}
