import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { NoticeEntry } from '../../../protocol/conversation/entry.ts';
import { cx } from '../../components/cx.ts';
import { RemedyButton } from '../../components/remedy-button.tsx';

const ICONS = { info: Info, warn: TriangleAlert, error: CircleAlert } as const;
const TONES = { info: 'text-muted', warn: 'text-warn', error: 'text-danger' } as const;

/** A line of the app itself. */
export function NoticeRow({ entry }: { entry: NoticeEntry }) {
  const Icon = ICONS[entry.tone];
  return (
    <div
      data-stop
      tabIndex={-1}
      role={entry.tone === 'error' ? 'group' : 'note'}
      className={cx(
        'flex items-start gap-2 rounded-card py-1',
        entry.tone === 'error' && 'border border-danger bg-danger-soft px-3 py-2',
      )}
    >
      <Icon aria-hidden="true" className={cx('mt-0.5 size-4 shrink-0', TONES[entry.tone])} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1.5">
        <div className="min-w-0">
          {entry.command ? <p className="wrap-anywhere font-mono text-muted text-sm">{entry.command}</p> : null}
          <p
            className={cx(
              'wrap-anywhere min-w-0 whitespace-pre-wrap',
              entry.tone === 'info' && !entry.command && 'text-muted',
            )}
          >
            {entry.text}
          </p>
        </div>
        {entry.remedy ? <RemedyButton remedy={entry.remedy} /> : null}
      </div>
    </div>
  );
}
