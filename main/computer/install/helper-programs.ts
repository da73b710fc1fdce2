import { createHelperFiles, type HelperFiles, type HelperProgram } from '../helper-files.ts';
import type { HelperManifest } from '../helper-manifest.ts';
import type { HelperPurpose } from '../helper-supervisor.ts';
import { Refusal } from '../refusal.ts';
import { InstallError } from './install-error.ts';
import type { Installation } from './installation.ts';

/** Which files a helper is started from. */
export interface HelperPrograms {
  /** True when a session could start now; a file check, never a network call. */
  usable(): boolean;
  /**
   * Files that were compared with the list of the build. For a session the installed ones: they are put in place first
   * when they came with the app and the owner has switched computer use on. Throws a Refusal.
   */
  open(purpose: HelperPurpose): Promise<HelperProgram>;
  /** The program answered and is of this build. */
  greeted(purpose: HelperPurpose): void;
}

export interface ProgramsPorts {
  installation: Installation;
  manifest: HelperManifest | null;
  /** What came with the app: scales pictures, and answers what the system allows while nothing is installed. */
  packaged: string | null;
  /** Development builds only: everything runs from `packaged` as it is. */
  inPlace: boolean;
  enabled(): boolean;
  os: string;
}

export function createHelperPrograms(ports: ProgramsPorts): HelperPrograms {
  const { installation, inPlace } = ports;
  const packaged = ports.packaged === null ? null : createHelperFiles(ports.packaged, ports.manifest);
  const comesAlong = () => packaged !== null && installation.packaged();
  const installsItself = () => ports.enabled() && installation.packaged() && installation.state().problem === null;

  /** Grants of macOS belong to one program: only that one can tell of them. */
  const probes = () => (installation.installed() || ports.os === 'darwin' ? installation.files : null);

  function filesFor(purpose: HelperPurpose): HelperFiles | null {
    if (inPlace) return packaged;
    if (purpose === 'encode') return comesAlong() ? packaged : installation.files;
    if (purpose === 'probe') return probes() ?? (comesAlong() ? packaged : installation.files);
    if (purpose === 'release') return installation.installed() ? installation.files : packaged;
    return installation.files;
  }

  async function installFirst(): Promise<void> {
    try {
      await installation.install();
    } catch (error) {
      throw error instanceof InstallError ? new Refusal('helper_not_installed', error.message) : error;
    }
  }

  return {
    usable: () => (inPlace ? packaged?.installed() === true : installation.installed() || installsItself()),
    async open(purpose) {
      if (purpose === 'screen' && !inPlace && !installation.installed() && installsItself()) await installFirst();
      const files = filesFor(purpose);
      if (!files) throw new Refusal('helper_not_installed');
      if (files === installation.files && !installation.installed()) throw new Refusal('helper_not_installed');
      try {
        return await files.verify();
      } catch (error) {
        const isChanged = error instanceof Refusal && error.code === 'helper_checksum_mismatch';
        if (isChanged && files === installation.files) installation.damaged(error.message);
        throw error;
      }
    },
    greeted(purpose) {
      if (!inPlace && (purpose === 'screen' || purpose === 'probe') && installation.installed())
        void installation.greeted();
    },
  };
}
