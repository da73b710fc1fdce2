import { RemoteError } from '../../../protocol/rpc/remote-error.ts';
import type { Kernel32 } from './kernel32.ts';
import type { User32 } from './user32.ts';
import { wideText } from './wide-text.ts';

const READ_OBJECTS = 1;
const OBJECT_NAME = 2;
const SESSION_INFO_EX = 25;
/** WTSINFOEXW: level 0, then at 8 the data: session 8, state 12, flags 16. */
const FLAGS_AT = 16;
const FLAG_LOCKED = 0;
const FLAG_UNLOCKED = 1;
const CURRENT_SESSION = 0xffff_ffff;

type Calls = Pick<User32, 'OpenInputDesktop' | 'GetUserObjectInformationW' | 'CloseDesktop'> &
  Pick<
    Kernel32,
    'WTSQuerySessionInformationW' | 'WTSFreeMemory' | 'read' | 'ProcessIdToSessionId' | 'GetCurrentProcessId'
  >;

/** Whether the session is locked; null where the system does not say. */
export function isSessionLocked(calls: Calls): boolean | null {
  const data: [bigint | null] = [null];
  const size = Buffer.alloc(4);
  if (!calls.WTSQuerySessionInformationW?.(null, CURRENT_SESSION, SESSION_INFO_EX, data, size)) return null;
  if (!data[0]) return null;
  const flags = size.readUInt32LE(0) >= FLAGS_AT + 4 ? calls.read(data[0], FLAGS_AT + 4).readInt32LE(FLAGS_AT) : -1;
  calls.WTSFreeMemory?.(data[0]);
  if (flags === FLAG_LOCKED) return true;
  return flags === FLAG_UNLOCKED ? false : null;
}

/**
 * Throws where nothing can be operated: a locked session, the secure desktop of a consent or sign-in screen, a service.
 * The desktop that has the input is asked for its name; that it cannot be opened means that it is a protected one.
 */
export function refuseUndrivable(calls: Calls): void {
  const name = inputDesktop(calls);
  if (name === 'default') return;
  if (isSessionLocked(calls)) throw new RemoteError('session_locked', 'The session is locked. Unlock it to go on.');
  if (isServiceSession(calls))
    throw new RemoteError(
      'no_active_display',
      'This program runs outside the signed-in desktop session, where there is no screen.',
    );
  throw new RemoteError(
    'secure_desktop',
    'Windows shows a protected screen, such as a request for permission. Only the person can answer it.',
  );
}

/** The name of the desktop that has the input, lower case; null when it may not be opened. */
function inputDesktop(calls: Calls): string | null {
  const desktop = calls.OpenInputDesktop(0, 0, READ_OBJECTS);
  if (!desktop) return null;
  const name = Buffer.alloc(256);
  const isTold = calls.GetUserObjectInformationW(desktop, OBJECT_NAME, name, name.length, Buffer.alloc(4));
  calls.CloseDesktop(desktop);
  return isTold ? wideText(name).toLowerCase() : null;
}

function isServiceSession(calls: Calls): boolean {
  const session = Buffer.alloc(4);
  return calls.ProcessIdToSessionId(calls.GetCurrentProcessId(), session) !== 0 && session.readUInt32LE(0) === 0;
}
