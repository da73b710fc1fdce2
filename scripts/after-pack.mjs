import { rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Called by electron-builder before it seals the app: a runtime used for development brings a default app along, which
 * would otherwise run when the packed one is damaged.
 *
 * @param {{ appOutDir: string }} context
 */
export async function afterPack(context) {
  rmSync(join(context.appOutDir, 'resources', 'default_app.asar'), { force: true });
}
