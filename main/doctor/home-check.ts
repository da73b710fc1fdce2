import { constants } from 'node:fs';
import { access, lstat, readlink, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { folderTrouble } from '../config/make-folder.ts';
import { type Check, type Finding, fail, ok, warn } from './check.ts';

const ELSEWHERE = 'Choose another folder with --home or FERMIX_HOME.';
/** File systems of the kernel, where root may write by the modes and no folder can be made. */
const KERNEL_FILE_SYSTEMS = new Set([0x9fa0, 0x62656572]);

/** The home exists, is a folder, can be used, and is closed to others. */
export function homeCheck(home: string): Check {
  return {
    id: 'home',
    async run() {
      const facts = await stat(home).catch((error: NodeJS.ErrnoException) => error);
      if (facts instanceof Error) return facts.code === 'ENOENT' ? describeMissing(home) : cannot(home, facts);
      if (!facts.isDirectory()) return fail(`${home} is not a folder.`, `Move it away. ${ELSEWHERE}`);
      const refused = await refusal(home);
      if (refused?.code === 'EROFS') return fail(`${home} is on a read-only file system.`, ELSEWHERE);
      if (refused) return fail(`${home} cannot be read and written by this user.`, ownershipRemedy(home, facts.uid));
      if (await isFull(home)) return fail(`The disk that holds ${home} is full.`, 'Free some space on that disk.');
      const isOpen = process.platform !== 'win32' && (facts.mode & 0o077) !== 0;
      if (isOpen) return warn(`${home} can be opened by other users.`, `Run: chmod 700 '${home}'`);
      return ok(`${home} is there and closed to other users.`);
    },
  };
}

/** Less than one message and its turn may need, in bytes. */
const TOO_LITTLE = 1024 * 1024;

function isFull(folder: string): Promise<boolean> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize < TOO_LITTLE,
    () => false,
  );
}

/** No home yet: the first start makes it, where it can. */
async function describeMissing(home: string): Promise<Finding> {
  const link = await readlink(home).catch(() => null);
  if (link !== null)
    return fail(`${home} is a link to ${link}, which does not exist.`, `Make that folder. ${ELSEWHERE}`);
  const above = await nearestAbove(home);
  const refused = await refusal(above);
  const isKernels = await statfs(above).then(
    ({ type }) => KERNEL_FILE_SYSTEMS.has(type),
    () => false,
  );
  if (refused || isKernels) return fail(`${home} does not exist, and no folder can be made in ${above}.`, ELSEWHERE);
  return ok(`${home} does not exist yet; the first start makes it.`);
}

async function nearestAbove(path: string): Promise<string> {
  for (let at = dirname(path); ; at = dirname(at)) {
    const isThere = await lstat(at).then(
      () => true,
      () => false,
    );
    if (isThere || dirname(at) === at) return at;
  }
}

function refusal(path: string): Promise<NodeJS.ErrnoException | null> {
  return access(path, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => null,
    (error: NodeJS.ErrnoException) => error,
  );
}

function cannot(home: string, error: NodeJS.ErrnoException): Finding {
  return fail(`${home} cannot be used: ${folderTrouble(error.code ?? '', home) ?? error.message}.`, ELSEWHERE);
}

/** Our own folder needs only its modes back. */
function ownershipRemedy(home: string, uid: number): string {
  return uid === process.getuid?.() ? `Run: chmod 700 '${home}'` : `Run: sudo chown -R "$USER" '${home}'`;
}
