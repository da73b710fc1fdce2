import type { SendInput } from '../agent/conversations-port.ts';
import type { Caller } from '../registry/policy.ts';
import type { CommandAnswer } from './ports.ts';

/** Who may use a command: everybody who may write, the owner and whom the owner allowed, or the owner alone. */
export type Who = 'anyone' | 'allowed' | 'owner';

/** One use of a command. */
export interface CommandCall {
  /** What follows the name, without blanks around it. */
  rest: string;
  caller: Caller;
  conversationId: string;
  inPerson: boolean;
  /** The whole message, with what is attached to it. */
  input: SendInput;
}

/** A slash command. It answers at once; what takes long goes on by itself. */
export interface Command {
  /** Without the slash, lower case. */
  name: string;
  aliases?: string[];
  usage?: string;
  summary: string;
  words?: { word: string; summary: string }[];
  who: Who;
  /** Refused for a process the host started and one without a terminal. */
  inPersonOnly?: true;
  /** Takes pictures and files along. */
  takesAttachments?: true;
  run(call: CommandCall): CommandAnswer | Promise<CommandAnswer>;
  /** A command that is a way of sending: the message it becomes and who sends it, or why there is none. */
  message?(call: CommandCall): { input: SendInput; caller: Caller } | CommandAnswer;
}

/** An answer that all is well. */
export function said(text: string): CommandAnswer {
  return { tone: 'info', text };
}

/** A command that could not do what was asked; nothing was changed. */
export function refused(code: string, text: string): CommandAnswer {
  return { tone: 'warn', code, text };
}

/** How a command is written, for somebody who wrote it otherwise. */
export function usageOf(command: Pick<Command, 'name' | 'usage'>): CommandAnswer {
  const usage = command.usage ? ` ${command.usage}` : '';
  return refused('usage', `Write it like this: /${command.name}${usage}`);
}
