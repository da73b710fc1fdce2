import type { Session } from 'electron';

/** Schemes that a page of ours may load from; nothing comes from a network. */
const ownSchemes = ['fermix:', 'blob:', 'data:', 'devtools:'];

/** The page may put text on the clipboard when the user presses Copy; every other permission is denied. */
const allowedPermissions: ReadonlySet<string> = new Set(['clipboard-sanitized-write']);

/** Denies what no page of ours needs: permissions, devices, and any address but its own. */
export function hardenSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(allowedPermissions.has(permission)));
  session.setPermissionCheckHandler((_contents, permission) => allowedPermissions.has(permission));
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest((request, answer) => {
    answer({ cancel: !ownSchemes.some((scheme) => request.url.startsWith(scheme)) });
  });
  // Its word lists would be downloaded.
  session.setSpellCheckerEnabled(false);
  session.on('will-download', (event) => event.preventDefault());
}
