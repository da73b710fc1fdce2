/** The folders every sandbox decision starts from. All absolute and already resolved; nothing here is ever blank. */
export interface Places {
  platform: NodeJS.Platform;
  /** The user's home directory: mode roots key off this one. */
  osHome: string;
  /** The state directory, by default `~/.fermix`. */
  home: string;
  /** The folder the program was started in. */
  startDirectory: string;
  /** The desktop app's own data folder (cookies, encrypted secrets), or null outside the app. */
  userData: string | null;
}
