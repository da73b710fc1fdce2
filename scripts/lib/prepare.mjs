import { join } from 'node:path';
import { buildChanged } from './build-steps.mjs';
import { ensureRuntime } from './electron-runtime.mjs';
import { linkFermix } from './fermix-link.mjs';
import { withLock } from './lock.mjs';
import { ensurePackages } from './node-packages.mjs';
import { pinnedNode, root } from './paths.mjs';
import { ensureSystemPackages } from './system-packages.mjs';

/**
 * @typedef {import('./electron-runtime.mjs').Runtime} Runtime
 *
 * @typedef {object} Wanted
 * @property {('app' | 'display' | 'test')[]} system purposes whose system packages must be there
 * @property {boolean} runtime whether an Electron is needed
 * @property {boolean} build whether the app, the helper and the CLI must be built
 *
 * @typedef {{ node: string, runtime: Runtime | null, checkedMs: number }} Prepared
 */

/**
 * Makes a checkout ready to run. What is ready already is only checked, which takes well under 0.3 s. Uses Node's
 * built-ins alone, in any Node from 20 on.
 *
 * @param {Wanted} wanted
 * @returns {Promise<Prepared>}
 */
export async function prepare(wanted) {
  const begin = performance.now();
  const prepared = await withLock(join(root, 'out', '.prepare.lock'), async () => {
    await ensureSystemPackages(root, wanted.system);
    await ensurePackages(root);
    const runtime = wanted.runtime ? await ensureRuntime({ root }) : null;
    if (wanted.build) {
      await buildChanged();
      linkFermix(root);
    }
    return { node: pinnedNode(), runtime };
  });
  return { ...prepared, checkedMs: Math.round(performance.now() - begin) };
}
