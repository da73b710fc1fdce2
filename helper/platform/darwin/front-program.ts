import type { ObjectiveC } from './objective-c.ts';

/** The process that has the keyboard, as the workspace tells it; null when it does not. */
export function frontPid(objc: ObjectiveC): number | null {
  return objc.inPool(() => {
    const kind = objc.classNamed('NSWorkspace');
    const workspace = kind && objc.send(kind, 'sharedWorkspace');
    const program = workspace && objc.send(workspace, 'frontmostApplication');
    const pid = program ? objc.sendForNumber(program, 'processIdentifier') : -1;
    // The message gives a 32-bit number, whose upper half is not defined.
    return (pid | 0) > 0 ? pid | 0 : null;
  });
}
