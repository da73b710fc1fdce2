import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon;
  /** Read aloud and shown as a hint; also the shortcut, where one exists. */
  label: string;
  hint?: string | undefined;
  /** 28 px instead of 32, or 24. */
  size?: 'normal' | 'small' | 'tiny';
}

const SIZES = { normal: 'size-8', small: 'size-7', tiny: 'size-6' } as const;

/** A button with an icon alone. */
export function IconButton({ icon: Icon, label, hint, size = 'normal', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={hint ? `${label} (${hint})` : label}
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-control',
        'text-muted transition-colors duration-150 hover:bg-hover hover:text-ink disabled:opacity-50 aria-disabled:opacity-50',
        'aria-[current=page]:bg-selected aria-[current=page]:text-ink',
        SIZES[size],
        className,
      )}
      {...rest}
    >
      <Icon aria-hidden="true" className="size-4" />
    </button>
  );
}
