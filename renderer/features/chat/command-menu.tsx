import { useEffect } from 'react';
import { cx } from '../../components/cx.ts';
import { chat as words } from '../../strings/chat.ts';
import type { CommandMenuControl } from './use-command-menu.ts';

/** The id of an option, which the field names as the active one. */
export function optionId(menuId: string, index: number): string {
  return `${menuId}-${index}`;
}

/** Commands that fit what is written, above the message field. */
export function CommandMenu({ id, control }: { id: string; control: CommandMenuControl }) {
  const { menu, active, choose } = control;
  useEffect(() => {
    document.getElementById(optionId(id, active))?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  if (!menu) return null;
  if (menu.unknown) {
    return (
      <p role="status" className="pb-1 text-muted text-sm">
        {words.commandUnknown}
      </p>
    );
  }
  return (
    <div
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={words.commandMenu}
      className="mb-1 max-h-72 overflow-y-auto rounded-card border border-line bg-raised p-1 shadow-lg"
    >
      {menu.items.map((item, index) => (
        <div
          key={item.text}
          id={optionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={cx(
            'flex min-h-8 cursor-default flex-wrap items-baseline gap-x-3 rounded-control px-2 py-1 text-sm',
            index === active ? 'bg-selected' : 'hover:bg-hover',
          )}
          // The field keeps the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            choose(item);
          }}
        >
          <span className="font-mono">{item.label}</span>
          <span className="min-w-60 flex-1 text-muted">{item.summary}</span>
          <span className="text-muted text-xs">{item.who}</span>
        </div>
      ))}
    </div>
  );
}
