import type { IpcHandlers } from '../../../protocol/ipc/routes.ts';
import type { DesktopServices } from '../../host/ports.ts';
import type { RecordingStore } from '../../store/recording-port.ts';
import { IpcRefusal } from '../refusal.ts';
import { fileTime } from './file-time.ts';

type Routes = Extract<keyof IpcHandlers, `recording.${string}`>;

export interface RecordingReach {
  recordings: RecordingStore;
  /** Writes a recording to a folder that is not there yet; rejects with a code and a sentence. */
  exportRecording(id: string, folder: string): Promise<void>;
  desktop: DesktopServices | null;
}

/** Recorded sessions of computer use: looking, deleting, exporting. */
export function recordingHandlers({ recordings, exportRecording, desktop }: RecordingReach): Pick<IpcHandlers, Routes> {
  const open = (id: string) => {
    const recording = recordings.load(id);
    if (!recording) throw new IpcRefusal('recording_gone', 'This recording is no longer kept.');
    return recording;
  };
  return {
    'recording.list': ({ search }) => recordings.list(search),
    'recording.open': ({ id }) => open(id),
    'recording.delete'({ id }) {
      if (open(id).end === 'running')
        throw new IpcRefusal('recording_running', 'This session still runs. Stop it first, then delete its recording.');
      recordings.remove(id);
      return null;
    },
    'recording.delete-all'() {
      recordings.removeAll();
      return null;
    },
    async 'recording.export'({ id }) {
      const { startedAt } = open(id);
      if (!desktop) throw new IpcRefusal('no_desktop', 'A folder can only be chosen in the app.');
      const folder = await desktop.chooseNewFolder(`Fermix recording ${fileTime(startedAt)}`);
      if (folder !== null) await exportRecording(id, folder);
      return { folder };
    },
  };
}
