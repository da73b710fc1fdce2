import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { IpcHandlers } from '../../../protocol/ipc/routes.ts';
import type { AppInfo } from '../../../protocol/ipc/shapes.ts';
import type { DesktopServices } from '../../host/ports.ts';
import { IpcRefusal } from '../refusal.ts';

type Routes = Extract<keyof IpcHandlers, `app.${string}`>;

const LINK_PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);

export function appHandlers(parts: {
  desktop: DesktopServices | null;
  info(): Omit<AppInfo, 'trayHost' | 'assistive'>;
}): Pick<IpcHandlers, Routes> {
  const desktop = (): DesktopServices => {
    if (!parts.desktop) throw new IpcRefusal('not_in_app', 'Only the app can do this.');
    return parts.desktop;
  };
  return {
    'app.info': () => ({
      ...parts.info(),
      trayHost: parts.desktop?.hasTrayHost() ?? false,
      assistive: parts.desktop?.isAssisted() ?? false,
    }),
    async 'app.open-link'({ url }) {
      await desktop().openLink(checkLink(url));
      return null;
    },
    async 'app.choose-files'() {
      const paths = await desktop().chooseFiles();
      return Promise.all(paths.map(async (path) => ({ path, name: basename(path), bytes: (await stat(path)).size })));
    },
    'app.confirm-close'({ quit }) {
      desktop().confirmClose(quit);
      return null;
    },
  };
}

/** The link in its normal form; anything that is not a plain link could start a program. */
function checkLink(url: string): string {
  const link = URL.parse(url);
  if (!link || !LINK_PROTOCOLS.has(link.protocol))
    throw new IpcRefusal('bad_link', 'Only web and mail links can be opened.');
  return link.href;
}
