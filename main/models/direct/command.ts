import type { JsonObject } from '../../../protocol/json.ts';

/** One line of the command language, read. */
export interface Command {
  /** As written, for the answer. */
  line: string;
  tool: string;
  arguments: JsonObject;
  /** Whether the answer quotes the result, or says in a line that it was done. */
  show: 'output' | 'line';
  /** Scroll without a point: the middle of the newest picture is filled in when it runs. */
  needsPoint?: true;
}

/** Why a line could not be read; `usage` shows how it is written. */
export interface CommandError {
  message: string;
  usage: string;
}

export type ReadLine = { ok: true; command: Command } | { ok: false; error: CommandError } | { ok: false; error: null };

export function done(command: Command): ReadLine {
  return { ok: true, command };
}

export function wrong(message: string, usage: string): ReadLine {
  return { ok: false, error: { message, usage } };
}
