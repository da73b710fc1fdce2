import { Menu } from 'lucide-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app-context.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { chat } from '../../strings/chat.ts';

interface PageFrameProps {
  title: string;
  intro?: string;
  actions?: ReactNode;
  /** Beside the title line, below it: navigation of the page. */
  aside?: ReactNode;
  children: ReactNode;
}

/** Title line and scrolling body of every page but the chat. */
export function PageFrame({ title, intro, actions, aside, children }: PageFrameProps) {
  return (
    <main className="flex min-w-0 flex-1 flex-col">
      <header className="flex min-h-12 items-center gap-2 border-line border-b px-4 py-2">
        <RailButton />
        <div className="min-w-0 flex-1">
          <h1 className="font-semibold text-lg">{title}</h1>
        </div>
        {actions}
      </header>
      <div className="flex min-h-0 flex-1 flex-col md:flex-row">
        {aside}
        <div className="min-h-0 min-w-0 flex-1 overflow-y-auto">
          <div className="mx-auto flex max-w-[47.5rem] flex-col gap-4 px-4 py-5">
            {intro ? <p className="text-muted">{intro}</p> : null}
            {children}
          </div>
        </div>
      </div>
    </main>
  );
}

/** Opens the side bar where it has no room of its own. */
export function RailButton() {
  const { shell } = useApp();
  const layout = useStore(shell, (state) => state.layout);
  if (layout !== 'sheets') return null;
  return <IconButton icon={Menu} label={chat.showRail} onClick={() => shell.toggleRail()} />;
}
