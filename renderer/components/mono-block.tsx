import { cx } from './cx.ts';

interface MonoBlockProps {
  text: string;
  label: string;
  className?: string;
}

/** Text of a program as it is: wrapped and bounded in height. Chromium lets the keyboard reach what scrolls. */
export function MonoBlock({ text, label, className }: MonoBlockProps) {
  return (
    <section
      aria-label={label}
      className={cx('max-h-80 overflow-auto rounded-control border border-line bg-sunken', className)}
    >
      <pre className="wrap-anywhere whitespace-pre-wrap px-3 py-2 font-mono text-sm leading-normal">{text}</pre>
    </section>
  );
}
