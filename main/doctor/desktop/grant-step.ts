type GrantId = 'screen_capture' | 'input_control' | 'accessibility';

const STALE = 'If it already looks switched on, remove the entry with the minus button and grant it again.';

const MACOS: Record<GrantId, string> = {
  screen_capture: `Open System Settings > Privacy & Security > Screen & System Audio Recording and switch on Fermix. ${STALE}`,
  input_control: `Open System Settings > Privacy & Security > Accessibility and switch on Fermix. ${STALE}`,
  accessibility: `Open System Settings > Privacy & Security > Accessibility and switch on Fermix. ${STALE}`,
};

const WINDOWS: Record<GrantId, string> = {
  screen_capture: 'Start Fermix in the desktop session you are logged in to, not as a service.',
  input_control: 'Start Fermix in the desktop session you are logged in to, not as a service.',
  accessibility: 'Start Fermix in the desktop session you are logged in to, not as a service.',
};

/** The step that grants something, where the helper does not name one itself. Null where there is none to follow. */
export function grantStep(os: string, id: string): string | null {
  const table: Partial<Record<string, Record<string, string>>> = { darwin: MACOS, win32: WINDOWS };
  return table[os]?.[id] ?? null;
}
