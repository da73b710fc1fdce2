import { CircleAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app-context.ts';
import { cx } from '../../components/cx.ts';
import { IconButton } from '../../components/icon-button.tsx';
import type { Toast } from '../../state/shell-store.ts';
import { shell as words } from '../../strings/shell.ts';

/** Good news leaves by itself after this long; errors stay until they are dismissed. In milliseconds. */
const STAY_MS = 5000;

/** Short lines about how an action ended. */
export function Toasts() {
  const toasts = useStore(useApp().shell, (state) => state.toasts);
  return (
    <div
      role="status"
      className="pointer-events-none fixed right-4 bottom-4 z-30 flex max-w-[min(26rem,90vw)] flex-col gap-2"
    >
      {toasts.map((toast) => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastLine({ toast }: { toast: Toast }) {
  const { shell } = useApp();
  useEffect(() => {
    if (toast.tone === 'error') return;
    const timer = setTimeout(() => shell.dismiss(toast.id), STAY_MS);
    return () => clearTimeout(timer);
  }, [toast, shell]);
  return (
    <div
      className={cx(
        'pointer-events-auto flex items-start gap-2 rounded-card border bg-raised py-2 pr-2 pl-3 shadow-lg motion-safe:animate-enter',
        toast.tone === 'error' ? 'border-danger' : 'border-line',
      )}
    >
      {toast.tone === 'error' ? <CircleAlert aria-hidden="true" className="mt-1 size-4 shrink-0 text-danger" /> : null}
      <p className="wrap-anywhere min-w-0 flex-1 py-0.5">{toast.text}</p>
      <IconButton icon={X} label={words.dismiss} size="tiny" onClick={() => shell.dismiss(toast.id)} />
    </div>
  );
}
