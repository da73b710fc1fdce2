import type { HostPlatform } from '../platform.ts';

const SYSTEMS: Record<string, string> = { linux: 'linux', darwin: 'macos', win32: 'windows' };
const PROCESSORS: Record<string, string> = { x64: 'x86_64', arm64: 'aarch64' };

/** The name of a target in archives and folders, for example `linux-x86_64`; unknown ones keep Node's words. */
export function targetName({ os, arch }: HostPlatform): string {
  return `${SYSTEMS[os] ?? os}-${PROCESSORS[arch] ?? arch}`;
}
