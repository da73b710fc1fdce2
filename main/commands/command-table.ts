import type { CommandInfo } from '../../protocol/ipc/shapes.ts';
import type { Caller } from '../registry/policy.ts';
import type { Command, Who } from './command.ts';

/** All commands by every name they have. */
export interface CommandTable {
  /** The command of a message and what follows its name; null for ordinary text, and for a name nobody has. */
  read(text: string): { command: Command; rest: string } | null;
  /** Those this caller may use, in the order of the table. */
  list(caller: Caller): CommandInfo[];
}

/** Names and aliases must be unique: two commands of one name would be a mistake of ours, found at start. */
export function createCommandTable(commands: readonly Command[]): CommandTable {
  const byName = new Map<string, Command>();
  for (const command of commands) {
    for (const name of [command.name, ...(command.aliases ?? [])]) {
      if (!/^[a-z][a-z-]*$/.test(name)) throw new Error(`/${name} is no name for a command.`);
      if (byName.has(name)) throw new Error(`Two commands are named /${name}.`);
      byName.set(name, command);
    }
  }
  return {
    read(text) {
      const found = /^\s*\/([a-z][a-z-]*)(?:\s+([\s\S]*))?$/i.exec(text);
      const command = byName.get(found?.[1]?.toLowerCase() ?? '');
      return command ? { command, rest: (found?.[2] ?? '').trim() } : null;
    },
    list: (caller) => commands.filter((command) => mayUse(command.who, caller)).map(toInfo),
  };
}

/** Whom the owner has allowed to write at all reaches no further than `allowed`. */
export function mayUse(who: Who, caller: Caller): boolean {
  return caller.trust === 'operator' || who !== 'owner';
}

const WHO: Record<Who, string> = {
  anyone: 'Everybody who may write here',
  allowed: 'You, and whom you have allowed',
  owner: 'You alone',
};

function toInfo({ name, aliases = [], usage = '', summary, words = [], who }: Command): CommandInfo {
  return { name: `/${name}`, aliases: aliases.map((one) => `/${one}`), usage, summary, who: WHO[who], words };
}
