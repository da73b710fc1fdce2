import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { HostStartError } from './ports.ts';

/** Lock files, the local socket and other things of the running host alone. */
export function runDirectory(home: string): string {
  return join(home, 'run');
}

/** Makes the home and its run folder, both for the user alone; refuses a home that cannot be used. */
export function prepareHome(home: string): void {
  const remedy = 'Choose another folder with --home or FERMIX_HOME.';
  try {
    mkdirSync(runDirectory(home), { recursive: true, mode: 0o700 });
    if (!statSync(home).isDirectory()) throw new Error('it is not a folder');
    chmodSync(home, 0o700);
    chmodSync(runDirectory(home), 0o700);
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    throw new HostStartError('home_unusable', `The home ${home} cannot be used: ${words}.`, remedy);
  }
}
