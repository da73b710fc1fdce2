import { accessSync, chmodSync, constants } from 'node:fs';
import { join } from 'node:path';
import { folderTrouble, makeFolder } from '../config/make-folder.ts';
import { HostStartError } from './ports.ts';

/** Lock files, the local socket and other things of the running host alone. */
export function runDirectory(home: string): string {
  return join(home, 'run');
}

/** Makes the home and its run folder, both for the user alone; refuses a home that cannot be used. */
export function prepareHome(home: string): void {
  try {
    makeFolder(runDirectory(home));
    close(home);
    close(runDirectory(home));
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    const remedy = 'Choose another folder with --home or FERMIX_HOME.';
    throw new HostStartError('home_unusable', `The home ${home} cannot be used: ${words}.`, remedy);
  }
}

function close(folder: string): void {
  try {
    chmodSync(folder, 0o700);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const words = code === 'EPERM' ? `${folder} belongs to another user` : folderTrouble(code, folder);
    throw words === null ? error : new Error(words, { cause: error });
  }
}
