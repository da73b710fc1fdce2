import { Refusal } from './refusal.ts';

/** The system the host runs on, as Node names it. */
export interface HostPlatform {
  os: string;
  arch: string;
}

const NAMES: Record<string, string> = { linux: 'Linux', win32: 'Windows' };

/** Null where computer use can work; else why not, in words for the owner. */
export function platformRefusal({ os, arch }: HostPlatform): Refusal | null {
  if (os === 'linux' && arch === 'x64') return null;
  if (os === 'darwin' && arch === 'arm64') return null;
  if (os === 'win32' && arch === 'x64') return null;
  const words =
    os === 'darwin'
      ? 'Computer use does not work on Intel macOS.'
      : `Computer use has no build for ${NAMES[os] ?? os} on ${arch}.`;
  return new Refusal('platform_unsupported', words, { platform: `${os}-${arch}` });
}

/** The main shortcut modifier, told to the model. */
export function shortcutModifier(os: string): 'cmd' | 'ctrl' {
  return os === 'darwin' ? 'cmd' : 'ctrl';
}
