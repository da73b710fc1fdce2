import { RemoteError } from '../../../protocol/rpc/remote-error.ts';
import type { CfReader } from './cf-values.ts';
import type { CoreFoundation } from './core-foundation.ts';
import type { CoreGraphics } from './core-graphics.ts';
import { isAsleep } from './displays.ts';

type Calls = Pick<CoreGraphics, 'CGSessionCopyCurrentDictionary' | 'CGGetActiveDisplayList' | 'CGDisplayIsAsleep'> &
  Pick<CoreFoundation, 'CFRelease'>;

export type SessionState = 'ours' | 'locked' | 'none';

/** Whether this login session has the screen. The lock shows itself in the session's dictionary. */
export function sessionState(calls: Calls, reader: CfReader): SessionState {
  const ref = calls.CGSessionCopyCurrentDictionary();
  if (!ref) return 'none';
  const session = reader.value(ref);
  calls.CFRelease(ref);
  if (session === null || typeof session !== 'object' || Array.isArray(session)) return 'none';
  const isLocked = truthy(session['CGSSessionScreenIsLocked']);
  const isInFront = session['kCGSSessionOnConsoleKey'] === undefined || truthy(session['kCGSSessionOnConsoleKey']);
  return isLocked || !isInFront ? 'locked' : 'ours';
}

/** Throws where nothing can be operated now, before the capture service is touched. */
export function refuseUndrivable(calls: Calls, reader: CfReader): void {
  const state = sessionState(calls, reader);
  if (state === 'none')
    throw new RemoteError('no_active_display', 'This program runs outside a signed-in desktop session.');
  if (state === 'locked') throw new RemoteError('session_locked', 'The screen is locked. Unlock it to go on.');
  if (isAsleep(calls)) throw new RemoteError('display_asleep', 'The display is asleep. Wake it to go on.');
}

const truthy = (value: unknown) => value === true || value === 1;
