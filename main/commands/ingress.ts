import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import type { Conversations, SendInput } from '../agent/conversations-port.ts';
import type { Log } from '../agent/ports.ts';
import type { Caller } from '../registry/policy.ts';
import type { Command, CommandCall } from './command.ts';
import { type CommandTable, mayUse } from './command-table.ts';
import type { CommandAnswer, Ingress, Sent } from './ports.ts';

/** Commands whose answer is remembered for a sender who asks twice. */
const REMEMBERED = 200;

/** Joins the table of commands and the queue of messages into one way in. */
export function createIngress(parts: {
  table: CommandTable;
  conversations: Pick<Conversations, 'send' | 'note' | 'open'>;
  log: Log;
}): Ingress {
  const { table, conversations, log } = parts;
  const carriedOut = new Map<string, Promise<Sent>>();

  const carryOut = async (command: Command, call: CommandCall, keep: boolean): Promise<Sent> => {
    const answer = await answerOf(command, call, log);
    const text = call.input.text.trim();
    const line = { ...answer, code: answer.code ?? 'command', command: text.slice(0, 200) };
    const entry = keep ? conversations.note(call.conversationId, line) : null;
    return { kind: 'command', command: `/${command.name}`, answer, entry };
  };

  const once = (key: string, work: () => Promise<Sent>): Promise<Sent> => {
    const known = carriedOut.get(key);
    if (known) return known;
    const sent = work();
    carriedOut.set(key, sent);
    sent.catch(() => carriedOut.delete(key));
    for (const oldest of carriedOut.keys()) {
      if (carriedOut.size <= REMEMBERED) break;
      carriedOut.delete(oldest);
    }
    return sent;
  };

  return {
    async send(input: SendInput, caller: Caller, { inPerson, keep }) {
      const read = table.read(input.text);
      if (!read) return { kind: 'message', entry: await conversations.send(input, caller) };
      const { conversationId, clientId } = input;
      conversations.open(conversationId);
      const { command, rest } = read;
      const call = { rest, caller: { ...caller, conversationId }, conversationId, inPerson, input };
      const message = gateOf(command, call) === null ? command.message?.(call) : undefined;
      if (message && 'input' in message) {
        return { kind: 'message', entry: await conversations.send(message.input, message.caller) };
      }
      return await once(`${conversationId} ${clientId}`, () => carryOut(command, call, keep));
    },
    list: (caller) => table.list(caller),
  };
}

/** The gates, then the command. What a command throws becomes its answer. */
async function answerOf(command: Command, call: CommandCall, log: Log): Promise<CommandAnswer> {
  const name = `/${command.name}`;
  const gate = gateOf(command, call);
  if (gate) return gate;
  try {
    const message = command.message?.(call);
    return message && !('input' in message) ? message : await command.run(call);
  } catch (error) {
    if (error instanceof RemoteError) return refusal(error.code, error.message);
    log.error('command_failed', { command: name, error: String(error) });
    const said = error instanceof Error && 'code' in error ? error.message : 'Something went wrong in the app itself.';
    return { tone: 'error', code: 'command_failed', text: `${name} failed. ${said}` };
  }
}

/** Null when this caller may use the command here. */
function gateOf(command: Command, call: CommandCall): CommandAnswer | null {
  const name = `/${command.name}`;
  const { images, files } = call.input;
  if (!mayUse(command.who, call.caller)) return refusal('not_owner', `Only the owner can use ${name}.`);
  if (command.inPersonOnly && !call.inPerson) {
    return refusal('not_in_person', `${name} must come from a person, in the window or at a terminal.`);
  }
  if (!command.takesAttachments && images.length + files.length > 0) {
    return refusal('no_attachments', `${name} takes no pictures or files. Send it without them.`);
  }
  return null;
}

function refusal(code: string, text: string): CommandAnswer {
  return { tone: 'warn', code, text };
}
