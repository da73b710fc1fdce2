import { Trash2 } from 'lucide-react';
import type { RecordingSummary } from '../../../protocol/conversation/recording.ts';
import { useApp } from '../../app-context.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { duration, fileSize, fullTime } from '../../state/format.ts';
import { recordingTitle } from '../../state/recording-rows.ts';
import { recordings as words } from '../../strings/recordings.ts';
import { EndBadge } from './end-badge.tsx';

/** One session of the list: when, how long, how it ended. */
export function SessionRow({ item, onRemove }: { item: RecordingSummary; onRemove: () => void }) {
  const { shell } = useApp();
  return (
    <div className="flex items-center gap-1 rounded-control hover:bg-hover">
      <button
        type="button"
        onClick={() => shell.go({ name: 'recordings', id: item.id })}
        className="flex min-w-0 flex-1 items-center gap-3 rounded-control px-2 py-2 text-left"
      >
        <span className="flex min-w-0 flex-1 flex-col">
          <span>{fullTime(item.startedAt)}</span>
          <span className="truncate text-muted text-xs">{factLine(item)}</span>
        </span>
        <EndBadge end={item.end} />
      </button>
      {item.end === 'running' ? null : (
        <IconButton
          icon={Trash2}
          size="small"
          label={words.removeOne(`${recordingTitle(item)}, ${fullTime(item.startedAt)}`)}
          className="mr-1"
          onClick={onRemove}
        />
      )}
    </div>
  );
}

/** "14 steps · 3 min 05 s · 4.2 MB". */
export function factLine({ steps, startedAt, endedAt, bytes }: RecordingSummary): string {
  const took = endedAt === null ? [] : [duration(endedAt - startedAt)];
  return [words.steps(steps), ...took, fileSize(bytes)].join(' · ');
}
