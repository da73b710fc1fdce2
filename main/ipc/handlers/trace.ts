import type { IpcHandlers } from '../../../protocol/ipc/routes.ts';
import type { TurnTrace } from '../../../protocol/ipc/trace.ts';
import { writeExport } from '../../config/write-export.ts';
import type { DesktopServices } from '../../host/ports.ts';
import { IpcRefusal } from '../refusal.ts';
import { fileTime } from './file-time.ts';

type Routes = Extract<keyof IpcHandlers, `trace.${string}` | `diagnostics.${string}`>;

export interface TraceReach {
  traces: { turn(conversationId: string, turnId: string, at: number): Promise<TurnTrace> };
  /** What the owner may send to somebody who helps. */
  diagnostics(): Promise<object>;
  desktop: DesktopServices | null;
}

/** The timeline of a turn, and bundles of what happened for somebody who helps. */
export function traceHandlers({ traces, diagnostics, desktop }: TraceReach): Pick<IpcHandlers, Routes> {
  const exportTo = async (label: string, at: number, name: string, make: () => Promise<object>) => {
    if (!desktop) throw new IpcRefusal('no_desktop', 'A folder can only be chosen in the app.');
    const folder = await desktop.chooseNewFolder(`Fermix ${label} ${fileTime(at)}`);
    if (folder !== null) await write(folder, name, await make());
    return { folder };
  };
  return {
    'trace.read': ({ conversationId, turnId, at }) => traces.turn(conversationId, turnId, at),
    'trace.export': ({ conversationId, turnId, at }) =>
      exportTo('trace', at, 'trace.json', () => traces.turn(conversationId, turnId, at)),
    'diagnostics.export': () => exportTo('diagnostics', Date.now(), 'diagnostics.json', diagnostics),
  };
}

async function write(folder: string, name: string, value: object): Promise<void> {
  try {
    await writeExport(folder, name, value);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'EEXIST') throw new IpcRefusal('already_there', `${folder} is already there. Choose another name.`);
    throw new IpcRefusal('export_failed', `Nothing could be written to ${folder} (${code || 'unknown reason'}).`);
  }
}
