/** Names the helper may see (computer-use 17.3). No key, no token, nothing of the app's own. */
const EVERYWHERE = ['PATH', 'HOME', 'LANG', 'TMPDIR'] as const;
const BY_PLATFORM: Record<string, readonly string[]> = {
  linux: [
    'DISPLAY',
    'XAUTHORITY',
    'XDG_RUNTIME_DIR',
    'XDG_SESSION_TYPE',
    'WAYLAND_DISPLAY',
    'DBUS_SESSION_BUS_ADDRESS',
    'AT_SPI_BUS_ADDRESS',
  ],
  win32: ['SystemRoot', 'TEMP', 'TMP', 'USERPROFILE'],
};

/** The child environment of the helper: an allow-list, never the whole environment. Empty values count as absent. */
export function helperEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  platform: string,
): Record<string, string> {
  const result: Record<string, string> = {};
  for (const name of [...EVERYWHERE, ...(BY_PLATFORM[platform] ?? [])]) {
    const value = environment[name];
    if (value) result[name] = value;
  }
  return result;
}
