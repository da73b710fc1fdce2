import { type KeyboardEvent, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app-context.ts';
import { type Menu, type MenuItem, menuFor } from '../../state/command-menu.ts';

export interface CommandMenuControl {
  menu: Menu | null;
  active: number;
  choose(item: MenuItem): void;
  /** True when the key was meant for the menu. */
  onKey(event: KeyboardEvent): boolean;
}

/** The menu of slash commands over the message field: arrows move, Tab or Enter takes, Escape closes. */
export function useCommandMenu(text: string, setText: (text: string) => void): CommandMenuControl {
  const { commands } = useApp();
  const known = useStore(commands, (state) => state.value);
  const [active, setActive] = useState(0);
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const begins = text.startsWith('/');

  useEffect(() => {
    if (begins && known === null) void commands.load();
  }, [begins, known, commands]);

  useEffect(() => {
    setActive(0);
    if (text === '') setClosedFor(null);
  }, [text]);

  const menu = begins && known && closedFor !== text ? menuFor(text, known) : null;
  const count = menu?.items.length ?? 0;
  const choose = (item: MenuItem) => setText(item.text);

  function onKey(event: KeyboardEvent): boolean {
    if (!menu || event.nativeEvent.isComposing) return false;
    if (event.key === 'Escape') setClosedFor(text);
    else if (event.key === 'ArrowDown' && count > 0) setActive((active + 1) % count);
    else if (event.key === 'ArrowUp' && count > 0) setActive((active + count - 1) % count);
    else if ((event.key === 'Tab' || event.key === 'Enter') && !event.shiftKey && count > 0) {
      const item = menu.items[active];
      if (item) choose(item);
    } else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  return { menu, active: Math.min(active, Math.max(0, count - 1)), choose, onKey };
}
