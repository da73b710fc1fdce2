declare const __HELPER_VERSION__: string | undefined;

/** The version of helper/package.json, set by the build. */
export const HELPER_VERSION = typeof __HELPER_VERSION__ === 'string' ? __HELPER_VERSION__ : '0.0.0-source';
