import type { NoticeEntry, UserEntry } from '../../protocol/conversation/entry.ts';
import type { Remedy } from '../../protocol/conversation/message.ts';
import type { CommandInfo } from '../../protocol/ipc/shapes.ts';
import type { SendInput } from '../agent/conversations-port.ts';
import type { Caller } from '../registry/policy.ts';

/** What a slash command says. A refusal or a failure has a stable code. */
export interface CommandAnswer {
  tone: NoticeEntry['tone'];
  text: string;
  code?: string;
  remedy?: Remedy;
}

/** A message, or a command that was carried out. */
export type Sent =
  | { kind: 'message'; entry: UserEntry }
  /** `entry` is the answer's line in the conversation; null when it has none to stand in. */
  | { kind: 'command'; command: string; answer: CommandAnswer; entry: NoticeEntry | null };

/** Where messages come in. Slash commands are read here, before the queue, so that none waits behind what it stops. */
export interface Ingress {
  /**
   * Rejects with a RemoteError when nothing was accepted; the same client id is accepted once. `inPerson` is false for
   * a process the host started, or one without a terminal. With `keep` false a command leaves no line behind.
   */
  send(input: SendInput, caller: Caller, options: { inPerson: boolean; keep: boolean }): Promise<Sent>;
  /** The commands this caller may use. */
  list(caller: Caller): CommandInfo[];
}
