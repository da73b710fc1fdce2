import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Clock } from '../../../main/agent/ports.ts';
import { createHttpsGet } from '../../../main/computer/install/https-get.ts';
import { createInstallation, type Installation } from '../../../main/computer/install/installation.ts';
import { createSystemClock, createSystemIds } from '../../../main/host/system-ports.ts';
import type { Certificate } from './certificates.ts';
import type { ReleaseServer } from './release-server.ts';
import { type SmallHelper, smallHelper } from './small-helper.ts';

/** A home, a package that may bring a helper, and a release server, for one test. */
export interface InstallWorld {
  folder: string;
  home: string;
  packaged: string;
  helper: SmallHelper;
  /** Writes the helper's files where the package keeps them. */
  pack(helper?: SmallHelper): void;
  open(options?: Opening): Installation;
  /** Everything below `<home>/helpers`, relative; empty when there is nothing. */
  below(): string[];
  remove(): void;
}

interface Opening {
  server?: ReleaseServer;
  certificate?: Certificate;
  /** The address's host; `releases.fermix.test` when absent. */
  host?: string;
  hosts?: string[];
  /** Without it the build has no release address. */
  release?: { size?: number; sha256?: string };
  helper?: SmallHelper;
  clock?: Clock;
}

export function makeInstallWorld(): InstallWorld {
  const folder = mkdtempSync(join(tmpdir(), 'fermix-install-'));
  const home = join(folder, 'home');
  const packaged = join(folder, 'resources', 'helper');
  const helper = smallHelper();
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  mkdirSync(home);
  return {
    folder,
    home,
    packaged,
    helper,
    pack(which = helper) {
      for (const { path, content } of which.files) {
        mkdirSync(dirname(join(packaged, path)), { recursive: true });
        writeFileSync(join(packaged, path), content);
      }
      writeFileSync(join(packaged, 'manifest.json'), JSON.stringify(which.manifest));
    },
    open({
      server,
      certificate,
      host = 'releases.fermix.test',
      hosts = [],
      release,
      helper: built = helper,
      clock = createSystemClock(),
    } = {}) {
      const { archive, sha256, manifest } = built;
      const url = `https://${host}:${server?.port ?? 1}/helper.tar.gz`;
      return createInstallation({
        clock,
        ids: createSystemIds(clock),
        log: quiet,
        home,
        manifest,
        packaged,
        release: server ? { url, hosts, size: archive.length, sha256, ...release } : null,
        get: createHttpsGet({ ...(certificate && { ca: certificate.ca }), ...(server && { lookup: server.lookup }) }),
      });
    },
    below() {
      const root = join(home, 'helpers');
      if (!existsSync(root)) return [];
      const entries = readdirSync(root, { recursive: true, withFileTypes: true });
      return entries
        .filter((one) => !one.isDirectory())
        .map((one) => join(one.parentPath, one.name).slice(root.length + 1))
        .sort();
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
