import type { CommandInfo } from '../../protocol/ipc/shapes.ts';

/** One line of the menu. */
export interface MenuItem {
  /** What the field holds after it is chosen. */
  text: string;
  label: string;
  summary: string;
  who: string;
}

/** The menu of a field; null while it is not the beginning of a command. */
export interface Menu {
  items: MenuItem[];
  /** A whole name that nobody has: it is sent as text. */
  unknown: boolean;
}

/** What may follow the text in the field: names of commands, or the words of one. */
export function menuFor(text: string, commands: readonly CommandInfo[]): Menu | null {
  const typed = /^\/([a-z-]*)(?:( )([^\n]*))?$/i.exec(text);
  if (!typed) return null;
  const [, name = '', gap = '', rest = ''] = typed;
  const asked = `/${name.toLowerCase()}`;
  if (gap === '') return menuOfNames(asked, commands);
  const command = commands.find((one) => one.name === asked || one.aliases.includes(asked));
  if (!command || /\s/.test(rest)) return null;
  const items = command.words
    .filter(({ word }) => word.startsWith(rest.toLowerCase()) && word !== rest.toLowerCase())
    .map(({ word, summary }) => ({ text: `${asked} ${word} `, label: word, summary, who: command.who }));
  return items.length === 0 ? null : { items, unknown: false };
}

function menuOfNames(asked: string, commands: readonly CommandInfo[]): Menu | null {
  const items = commands
    .filter(({ name, aliases }) => [name, ...aliases].some((one) => one.startsWith(asked)))
    .map((command): MenuItem => {
      const { name, aliases, usage, summary, who } = command;
      const chosen = name.startsWith(asked) ? name : (aliases.find((one) => one.startsWith(asked)) ?? name);
      const label = [chosen, usage].filter(Boolean).join(' ');
      return { text: usage === '' ? chosen : `${chosen} `, label, summary, who };
    });
  // A name that is written out, with nothing to follow, is sent by Enter.
  const only = items.length === 1 && items[0]?.text === asked;
  if (only) return null;
  return items.length > 0 ? { items, unknown: false } : asked === '/' ? null : { items: [], unknown: true };
}
