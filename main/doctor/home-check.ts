import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { type Check, fail, ok, warn } from './check.ts';

/** The home exists, is a folder, can be used, and is closed to others. */
export function homeCheck(home: string): Check {
  return {
    id: 'home',
    async run() {
      const facts = await stat(home).catch((error: NodeJS.ErrnoException) => error);
      if (facts instanceof Error) {
        if (facts.code === 'ENOENT') return ok(`${home} does not exist yet; the first start makes it.`);
        return fail(`${home} cannot be examined: ${facts.message}.`);
      }
      if (!facts.isDirectory()) return fail(`${home} is not a folder.`, 'Move it away, or set FERMIX_HOME.');
      try {
        await access(home, constants.R_OK | constants.W_OK | constants.X_OK);
      } catch {
        return fail(`${home} cannot be read and written by this user.`, `Run: chown -R "$USER" '${home}'`);
      }
      const isOpen = process.platform !== 'win32' && (facts.mode & 0o077) !== 0;
      if (isOpen) return warn(`${home} can be opened by other users.`, `Run: chmod 700 '${home}'`);
      return ok(`${home} is there and closed to other users.`);
    },
  };
}
