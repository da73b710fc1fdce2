import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { shell } from '../strings/shell.ts';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** `card`: in the middle. `left`, `right`: a sheet at the edge. `full`: the whole window. */
  place?: 'card' | 'left' | 'right' | 'full';
  /** Draws no title line; the title is still read aloud. */
  bare?: boolean;
}

const PLACES = {
  card: 'm-auto max-h-[min(90vh,44rem)] w-[min(32rem,calc(100vw-2rem))] rounded-card border border-line',
  left: 'mr-auto ml-0 h-full max-h-none w-[min(18rem,calc(100vw-3rem))] border-line border-r',
  right: 'mr-0 ml-auto h-full max-h-none w-[min(24rem,calc(100vw-3rem))] border-line border-l',
  full: 'm-0 h-full max-h-none w-full max-w-none',
} as const;

/**
 * Who opened a card to write something is in its field, its old text selected: the first control would be Close, where
 * what is typed is lost. A sheet begins at its first control.
 */
function focusFirst(dialog: HTMLElement, isCard: boolean): void {
  const field = isCard
    ? 'input:not([disabled], [type=hidden]), textarea:not([disabled]), select:not([disabled])'
    : null;
  const marked = dialog.querySelector<HTMLElement>('[data-autofocus]');
  const first = marked ?? (field ? dialog.querySelector<HTMLElement>(field) : null);
  first?.focus();
  if (first instanceof HTMLInputElement || first instanceof HTMLTextAreaElement) first.select();
}

/**
 * A modal built on the platform's own `<dialog>`: focus stays inside, Escape closes, the rest is inert, and unlike the
 * usual libraries nothing injects a style sheet, which the content security policy forbids.
 */
export function Dialog({ title, onClose, children, place = 'card', bare = false }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    if (dialog) focusFirst(dialog, place === 'card');
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [place]);

  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      className={cx('bg-raised p-0 text-ink backdrop:bg-scrim open:flex motion-safe:animate-enter', PLACES[place])}
    >
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <div className={cx(bare ? 'sr-only' : 'flex items-center gap-2 py-3 pr-3 pl-5')}>
          <h2 id={titleId} className="min-w-0 flex-1 font-semibold text-lg">
            {title}
          </h2>
          {bare ? null : <IconButton icon={X} label={shell.close} onClick={onClose} />}
        </div>
        {children}
      </div>
    </dialog>
  );
}
