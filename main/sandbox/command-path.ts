import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Places } from './places.ts';

/** Where programs are found when the session that started us has little or no PATH (a desktop entry, a service). */
const USUAL: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'],
  darwin: ['/opt/homebrew/bin', '/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'],
};

/** The search path of commands: ours first, then the usual folders that are missing from it. Relative entries are dropped. */
export function commandPath(inherited: string | undefined, places: Places): string {
  const named = (inherited ?? '').split(delimiter).filter((entry) => isAbsolute(entry));
  const usual = USUAL[places.platform] ?? [];
  const own = places.platform === 'win32' ? [] : [join(places.osHome, '.local', 'bin')];
  const missing = [...usual, ...own.filter(isFolder)].filter((entry) => !named.includes(entry));
  return [...named, ...missing].join(delimiter);
}

/** The full path of a program, or null when no folder of the search path has it. */
export function findProgram(name: string, path: string, extensions: readonly string[] = ['']): string | null {
  for (const folder of path.split(delimiter).filter(Boolean))
    for (const extension of extensions) {
      const candidate = join(folder, name + extension);
      if (isExecutable(candidate)) return candidate;
    }
  return null;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
