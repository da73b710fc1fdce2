import type { IpcHandlers } from '../../../protocol/ipc/routes.ts';
import { writeFileSafely } from '../../config/write-file-safely.ts';
import type { DesktopServices } from '../../host/ports.ts';
import type { MemoryPage } from '../../memory/memory-port.ts';
import { IpcRefusal } from '../refusal.ts';

type Routes = Extract<keyof IpcHandlers, `memory.${string}`>;

export interface MemoryReach {
  memoryPage: MemoryPage;
  desktop: DesktopServices | null;
}

/** The Memory page: reading, editing, forgetting and exporting everything that is remembered. */
export function memoryHandlers({ memoryPage: page, desktop }: MemoryReach): Pick<IpcHandlers, Routes> {
  return {
    'memory.list': (filter) => page.list(filter),
    'memory.change': ({ id, ...change }) => page.change(id, change),
    'memory.archive'({ id, archived }) {
      page.archive(id, archived);
      return null;
    },
    'memory.delete'({ id }) {
      page.remove(id);
      return null;
    },
    async 'memory.export'({ format }) {
      if (!desktop) throw new IpcRefusal('no_desktop', 'A file can only be chosen in the app.');
      const path = await desktop.chooseNewFile(`Fermix memory.${format === 'json' ? 'json' : 'md'}`);
      if (path === null) return { path };
      await writeFileSafely(path, page.exported(format)).catch(() => {
        throw new IpcRefusal('not_written', `${path} could not be written. Choose another place.`);
      });
      return { path };
    },
    'memory.state': () => page.state(),
    async 'memory.review'() {
      await page.review();
      return page.state();
    },
  };
}
