import { Brain, Film, type LucideIcon, Settings, Stethoscope, Wrench } from 'lucide-react';
import { useStore } from 'zustand';
import { useApp } from '../../app-context.ts';
import { cx } from '../../components/cx.ts';
import { type CommandId, shortcutText } from '../../state/commands.ts';
import type { Page } from '../../state/pages.ts';
import { shell as words } from '../../strings/shell.ts';
import { IS_MAC } from './use-commands.ts';

export const PAGES: readonly { to: Page; label: string; icon: LucideIcon; command: CommandId }[] = [
  { to: { name: 'tools', tool: null }, label: words.tools, icon: Wrench, command: 'go-tools' },
  { to: { name: 'recordings', id: null }, label: words.recordings, icon: Film, command: 'go-recordings' },
  { to: { name: 'memory' }, label: words.memory, icon: Brain, command: 'go-memory' },
  { to: { name: 'settings', section: 'model' }, label: words.settings, icon: Settings, command: 'go-settings' },
  { to: { name: 'doctor' }, label: words.doctor, icon: Stethoscope, command: 'go-doctor' },
];

/** The pages beside the chat. */
export function PageLinks() {
  const { shell } = useApp();
  const page = useStore(shell, (state) => state.page);
  return PAGES.map(({ to, label, icon: Icon, command }) => {
    const current = page.name === to.name;
    return (
      <button
        key={label}
        type="button"
        aria-current={current ? 'page' : undefined}
        title={shortcutText(command, IS_MAC)}
        onClick={() => shell.go(to)}
        className={cx(
          'flex min-h-7 items-center gap-2.5 rounded-control px-2 text-left text-sm hover:bg-hover',
          current ? 'bg-selected font-medium' : '',
        )}
      >
        <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
        {label}
      </button>
    );
  });
}
