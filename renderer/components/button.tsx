import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

type Look = 'primary' | 'plain' | 'quiet' | 'danger';

const LOOKS: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover border-transparent',
  plain: 'bg-raised text-ink border-control hover:bg-hover',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-hover',
  danger: 'bg-danger-fill text-on-accent border-transparent hover:brightness-95',
};

interface ButtonProps extends ComponentProps<'button'> {
  look?: Look;
  /** 28 px instead of 32. */
  small?: boolean;
}

/** A button with words. Its words are a verb. */
export function Button({ look = 'plain', small = false, className, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={cx(
        'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control border font-medium leading-tight',
        'transition-colors duration-150 disabled:opacity-50 aria-disabled:opacity-50',
        small ? 'min-h-7 px-2.5 text-sm' : 'min-h-8 px-3 text-sm',
        LOOKS[look],
        className,
      )}
      {...rest}
    />
  );
}
