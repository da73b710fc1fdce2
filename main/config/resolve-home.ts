import { isAbsolute, join, resolve } from 'node:path';

/**
 * The folder that holds everything of one installation: `FERMIX_HOME`, or `.fermix` in the user's home directory. A
 * blank variable counts as unset: taken as it is, every protected path would become relative and protect nothing.
 */
export function resolveHome(env: Readonly<Record<string, string | undefined>>, osHome: string): string {
  const wanted = env['FERMIX_HOME']?.trim() ?? '';
  if (wanted === '') return join(osHome, '.fermix');
  if (wanted === '~' || wanted.startsWith('~/')) return join(osHome, wanted.slice(1));
  return isAbsolute(wanted) ? wanted : resolve(wanted);
}
