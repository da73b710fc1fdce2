import type { CommandInfo } from '../../../protocol/ipc/shapes.ts';
import type { Caller } from '../../registry/policy.ts';
import { type Command, said } from '../command.ts';

/** `/help`: the commands of whoever asks. */
export function help(list: (caller: Caller) => CommandInfo[]): Command {
  return {
    name: 'help',
    summary: 'Lists the commands',
    who: 'anyone',
    run: ({ caller }) => said(list(caller).map(line).join('\n')),
  };
}

function line({ name, aliases, usage, summary }: CommandInfo): string {
  const names = [name, ...aliases].join(', ');
  return `${names}${usage ? ` ${usage}` : ''}: ${summary}`;
}

/** `/whoami`: as whom the host takes the sender. */
export const whoami: Command = {
  name: 'whoami',
  summary: 'Says as whom Fermix knows you here',
  who: 'anyone',
  run({ caller, inPerson }) {
    const who = caller.trust === 'operator' ? 'the owner' : 'a guest';
    const where = WHERE[caller.channel] ?? `on ${caller.channel}`;
    return said(`You are ${who}, ${where}${inPerson ? '' : ', and nobody is taken to sit there'}.`);
  },
};

const WHERE: Record<string, string> = { window: 'at the window of this app', cli: 'at a terminal of this computer' };
