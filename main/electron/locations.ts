import { join } from 'node:path';

export interface Surroundings {
  /** Folder that holds package.json and out/: the checkout, or the archive of the packed app. */
  appPath: string;
  /** Where the packed app keeps what is not in its archive. */
  resourcesPath: string;
  packed: boolean;
}

export interface Locations {
  /** Built page of the window. */
  page: string;
  preload: string;
  /** Built helper with its own Node. */
  helper: string;
  /** Skills that come with the app. */
  skills: string;
}

/** Absolute paths of what was built. The helper is a program of its own and cannot run out of an archive. */
export function locate({ appPath, resourcesPath, packed }: Surroundings): Locations {
  return {
    page: join(appPath, 'out', 'renderer'),
    preload: join(appPath, 'out', 'preload', 'index.cjs'),
    helper: packed ? join(resourcesPath, 'helper') : join(appPath, 'out', 'helper'),
    skills: packed ? join(resourcesPath, 'skills') : join(appPath, 'skills'),
  };
}
