import type { IpcHandlers } from '../../../protocol/ipc/routes.ts';
import type { SettingsState } from '../../../protocol/ipc/shapes.ts';
import type { ConfigStore } from '../../config/config-port.ts';
import type { GrantResult, Grants } from '../../sandbox/grants.ts';
import { IpcRefusal } from '../refusal.ts';

type Routes = Extract<keyof IpcHandlers, `settings.${string}` | `grant.${string}`>;

export interface SettingsReach {
  home: string;
  config: ConfigStore;
  grants: Grants;
  roots(): Promise<SettingsState['roots']>;
  protectedPaths(): string[];
}

/** The settings page. The owner in person changes them: no question is asked a second time. */
export function settingsHandlers(reach: SettingsReach): Pick<IpcHandlers, Routes> {
  const { config } = reach;
  const read = () => readSettings(reach);
  return {
    'settings.read': read,
    async 'settings.write'({ key, value }) {
      if (key === 'reload') await config.reload();
      else await config.write({ [key]: value });
      return read();
    },
    async 'grant.add'({ path }) {
      refuseFailure(await reach.grants.add(path));
      return read();
    },
    async 'grant.remove'({ path }) {
      refuseFailure(await reach.grants.remove(path));
      return read();
    },
  };
}

async function readSettings(reach: SettingsReach): Promise<SettingsState> {
  const { config } = reach;
  const { sandbox, desktop, computerUse } = config.current();
  const changed = await config.changedOutside();
  return {
    sandboxMode: sandbox.mode,
    roots: await reach.roots(),
    protectedPaths: reach.protectedPaths(),
    blockedRoots: sandbox.blockedRoots,
    home: reach.home,
    configPath: config.path,
    theme: desktop.theme,
    screenshotAfter: computerUse.screenshotAfter,
    courtesy: computerUse.courtesy,
    pauseShortcut: computerUse.pauseShortcut,
    stopShortcut: computerUse.stopShortcut,
    imageDays: desktop.imageDays,
    recordingDays: computerUse.recordingDays,
    externalChange:
      changed.length === 0 ? null : `The settings file was changed outside of Fermix (${changed.join(', ')}).`,
  };
}

function refuseFailure(result: GrantResult): void {
  if (!result.ok) throw new IpcRefusal(result.code, result.text);
}
