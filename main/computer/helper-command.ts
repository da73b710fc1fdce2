import { existsSync } from 'node:fs';
import {
  ARENAS,
  CLEAN_ARGUMENT,
  ENGINE_ARGUMENTS,
  MARKED_ARGUMENT,
  MARKER_DESCRIPTOR,
  STANDARD_DESCRIPTORS,
} from '../../protocol/helper/start.ts';
import { canCloseAll, withOnlyDescriptors } from '../sandbox/programs/only-descriptors.ts';
import type { HelperProgram } from './helper-files.ts';

/** A program, its arguments and its environment, as `spawn` takes them. */
export interface HelperCommand {
  file: string;
  args: string[];
  env: Record<string, string>;
}

/**
 * The command that becomes the helper. On Linux it closes every open file of ours but the pipes, and the marker on
 * descriptor 3 when `marked`, before Node starts. Where nothing here can close them, the helper starts over by itself.
 */
export function helperCommand(
  { node, entry }: Pick<HelperProgram, 'node' | 'entry'>,
  environment: Record<string, string>,
  marked: boolean,
): HelperCommand {
  const own = marked ? [MARKED_ARGUMENT] : [];
  // A program that is not there has to fail as such, not as a shell.
  if (process.platform !== 'linux' || !canCloseAll() || !existsSync(node))
    return { file: node, args: [entry, ...own], env: environment };
  const keep = marked ? [...STANDARD_DESCRIPTORS, MARKER_DESCRIPTOR] : STANDARD_DESCRIPTORS;
  const program = { file: node, args: [...ENGINE_ARGUMENTS, entry, ...own, CLEAN_ARGUMENT] };
  return { ...withOnlyDescriptors(keep, program), env: { ...environment, [ARENAS.name]: ARENAS.value } };
}
