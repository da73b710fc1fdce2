import { ConfigError } from '../config/config-port.ts';
import { StoreError } from '../store/store-error.ts';
import { HostStartError } from './ports.ts';

/** What the system says of a disk rather than of a mistake of ours. */
const DISK_WORDS: Readonly<Record<string, readonly [trouble: string, remedy: string]>> = {
  ENOSPC: ['its disk is full', 'Free some space on that disk, then try again.'],
  EDQUOT: ['your share of its disk is used up', 'Free some space on that disk, then try again.'],
  EROFS: ['it is on a read-only file system', 'Choose another folder with --home or FERMIX_HOME.'],
  EACCES: ['you may not write there', 'Choose another folder with --home or FERMIX_HOME.'],
  EIO: ['its disk reported an error', 'Check that disk, or choose another folder with --home or FERMIX_HOME.'],
};

/** Why a host could not start, in words for the user; an error that is a bug stays what it is. */
export function toStartError(error: unknown, home: string): unknown {
  if (error instanceof ConfigError) return new HostStartError('invalid_config', error.message, error.remedy);
  if (error instanceof StoreError) return new HostStartError('store_unusable', error.message, error.remedy);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const words = Object.hasOwn(DISK_WORDS, code) ? DISK_WORDS[code] : undefined;
  return words ? new HostStartError('home_unusable', `The home ${home} cannot be used: ${words[0]}.`, words[1]) : error;
}
