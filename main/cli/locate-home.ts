import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { resolveHome } from '../config/resolve-home.ts';
import type { CliIo } from './cli-io.ts';
import type { Command } from './parse-arguments.ts';

export interface Homes {
  /** The state directory. */
  home: string;
  /** The user's home directory. */
  osHome: string;
}

/** The flag, else the environment, else `~/.fermix`. */
export function locateHome(command: Command, io: CliIo): Homes {
  const osHome = resolve(io.env['HOME']?.trim() || homedir());
  const home = command.home === null ? resolveHome(io.env, osHome) : resolve(io.directory, command.home);
  return { home, osHome };
}
