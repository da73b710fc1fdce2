import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon;
  /** Read aloud and shown as a hint; also the shortcut, where one exists. */
  label: string;
  hint?: string;
}

/** A button with an icon alone. */
export function IconButton({ icon: Icon, label, hint, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={hint ? `${label} (${hint})` : label}
      className={cx(
        'inline-flex size-8 shrink-0 items-center justify-center rounded-control text-muted',
        'transition-colors duration-150 hover:bg-hover hover:text-ink disabled:opacity-50',
        className,
      )}
      {...rest}
    >
      <Icon aria-hidden="true" className="size-4" />
    </button>
  );
}
