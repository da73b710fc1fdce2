import { useStore } from 'zustand';
import { useApp } from '../../app-context.ts';

/** Shows where a link leads, while it is pointed at or has the focus. */
export function LinkTarget() {
  const target = useStore(useApp().shell, (state) => state.linkTarget);
  if (!target) return null;
  return (
    <div
      role="status"
      className="pointer-events-none fixed bottom-0 left-0 z-30 max-w-[80vw] truncate rounded-tr-control border border-line bg-raised px-2 py-1 font-mono text-xs"
    >
      {target}
    </div>
  );
}
