import { useApp } from '../../app-context.ts';
import { Dialog } from '../../components/dialog.tsx';
import { SHORTCUTS, shortcutText } from '../../state/commands.ts';
import { shell as words } from '../../strings/shell.ts';
import { IS_MAC } from './use-commands.ts';

/** The list of shortcuts, made from the table that also runs them. */
export function ShortcutsDialog() {
  const { shell } = useApp();
  const rows: [string, string][] = [
    ...SHORTCUTS.map(({ id }): [string, string] => [shortcutText(id, IS_MAC), words.shortcuts[id]]),
    ...words.shortcutsMore.map(([keys, text]): [string, string] => [keys, text]),
  ];
  return (
    <Dialog title={words.shortcutsTitle} onClose={() => shell.setState({ shortcutsOpen: false })}>
      <dl className="flex flex-col gap-2 overflow-y-auto px-5 pb-5">
        {rows.map(([keys, text]) => (
          <div key={keys} className="flex items-baseline justify-between gap-4">
            <dd className="min-w-0">{text}</dd>
            <dt>
              <kbd className="whitespace-nowrap rounded-control border border-line bg-sunken px-1.5 py-0.5 font-mono text-xs">
                {keys}
              </kbd>
            </dt>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
