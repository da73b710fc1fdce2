import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

declare const __APP_VERSION__: string | undefined;

/** The version the build was made from. */
export function appVersion(): string {
  return typeof __APP_VERSION__ === 'string' ? __APP_VERSION__ : 'unbuilt';
}

/** The folder that holds the product: two above `out/cli/index.js`. Call it with the entry's own `import.meta.url`. */
export function programRoot(entryUrl: string): string {
  return fileURLToPath(new URL('../..', entryUrl));
}

/** Where the built helper is: beside the program in a checkout, or in the resources of a packed app. */
export function helperDirectory(root: string): string {
  const inCheckout = join(root, 'out', 'helper');
  return existsSync(join(inCheckout, 'index.mjs')) ? inCheckout : join(root, 'helper');
}

/** Development builds only: run the build output itself instead of an installed helper. Nothing in a package reads this. */
export function helperInPlace(root: string, env: Readonly<Record<string, string | undefined>>): boolean {
  return env['FERMIX_HELPER_IN_PLACE'] === '1' && existsSync(join(root, 'out', 'helper', 'index.mjs'));
}

/** Words for the log and the doctor. */
export function runtimeWords(): string {
  return `Node ${process.versions.node} (${process.platform} ${process.arch})`;
}
