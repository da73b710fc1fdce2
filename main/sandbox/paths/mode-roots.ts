import { join } from 'node:path';
import type { Config } from '../../config/config-port.ts';
import type { Caller } from '../../registry/policy.ts';
import type { Places } from '../places.ts';
import { isStrictlyWithin } from './contain.ts';

/** A folder the agent may use, and why. */
export interface Root {
  path: string;
  source: 'mode' | 'granted';
}

/** The folder the request came from, when this caller's word counts: a trusted local operator, nobody else. */
export function trustedDirectory(caller: Caller): string | null {
  const local = caller.channel === 'window' || caller.channel === 'cli';
  return local && caller.trust === 'operator' && !caller.shared ? caller.requestDirectory : null;
}

/**
 * The roots of a mode, not yet canonical except `osHome`, `start` and `request`, which the caller has canonicalised: a
 * start folder counts only when it is strictly inside the OS home.
 */
export function modeRoots(
  sandbox: Config['sandbox'],
  places: Places,
  real: { osHome: string; start: string; request: string | null },
): Root[] {
  const granted = sandbox.allowedRoots.map((path): Root => ({ path, source: 'granted' }));
  const byMode = (path: string): Root => ({ path, source: 'mode' });
  if (sandbox.mode === 'strict') return [byMode(sandbox.workspaceRoot), ...granted];
  if (sandbox.mode === 'open') return [byMode(real.osHome), byMode(sandbox.workspaceRoot), ...granted];
  const near = [real.start, real.request].filter(
    (path): path is string => path !== null && isStrictlyWithin(path, real.osHome),
  );
  return [byMode(sandbox.workspaceRoot), byMode(join(places.home, 'skills')), ...near.map(byMode), ...granted];
}
