/** What the start of the app was asked for. */
export interface StartOptions {
  /** Absolute path for a picture of the window, after which the app ends; null for an ordinary start. */
  captureFile: string | null;
  /** Nobody looks at this screen: faults are written to stderr instead of a dialog that waits for ever. */
  unattendedScreen: boolean;
  /** Where this runtime came from, for the log: `official`, `stand-in`, `override` or `packed`; null when nobody said. */
  runtimeKind: string | null;
}

/** Reads the switches and variables that `scripts/start.mjs` hands over. */
export function readStartOptions(
  switchValue: (name: string) => string,
  env: Readonly<Record<string, string | undefined>>,
  packed: boolean,
): StartOptions {
  return {
    captureFile: switchValue('capture') || null,
    unattendedScreen: env['FERMIX_UNATTENDED_SCREEN'] === '1',
    runtimeKind: packed ? 'packed' : env['FERMIX_RUNTIME'] || null,
  };
}
