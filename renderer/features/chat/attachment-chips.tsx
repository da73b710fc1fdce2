import { CircleAlert, File, Image, X } from 'lucide-react';
import { useApp } from '../../app-context.ts';
import { cx } from '../../components/cx.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { Spinner } from '../../components/spinner.tsx';
import {
  type Attachment,
  MAX_ATTACHMENTS,
  MAX_FILE_BYTES,
  MAX_IMAGE_BYTES,
  type Refusal,
  type RefusalReason,
} from '../../state/attachments.ts';
import type { Writing } from '../../state/composer-store.ts';
import { fileSize } from '../../state/format.ts';
import { chat as words } from '../../strings/chat.ts';

/** What will travel with the message, and what was refused and why. */
export function AttachmentChips({ writingKey, writing }: { writingKey: string; writing: Writing }) {
  const { composer } = useApp();
  const { attachments, refused } = writing;
  if (attachments.length === 0 && refused.length === 0) return null;
  return (
    <div className="flex max-h-[30vh] flex-col gap-1.5 overflow-y-auto pb-1.5">
      {attachments.length > 0 ? (
        <ul aria-label={words.attachments} className="flex flex-wrap gap-1.5">
          {attachments.map((one) => (
            <Chip key={one.id} attachment={one} onRemove={() => composer.remove(writingKey, one.id)} />
          ))}
        </ul>
      ) : null}
      {refused.length > 0 ? (
        <div role="alert" className="flex items-start gap-2 text-sm text-warn">
          <div className="min-w-0 flex-1">
            {refused.map((refusal) => (
              <p key={refusal.reason} className="wrap-anywhere">
                {refusalText(refusal)}
              </p>
            ))}
          </div>
          <IconButton icon={X} label={words.dismiss} size="small" onClick={() => composer.clearRefused(writingKey)} />
        </div>
      ) : null}
    </div>
  );
}

function refusalText({ reason, names }: Refusal): string {
  const why = reasonText(reason);
  const [name = ''] = names;
  return names.length === 1 ? words.refusedFile(name, why) : words.refusedFiles(names.length, why);
}

function reasonText(reason: RefusalReason): string {
  const { refusals } = words;
  if (reason === 'count') return refusals.count(MAX_ATTACHMENTS);
  if (reason === 'file_bytes') return refusals.file_bytes(fileSize(MAX_FILE_BYTES));
  return reason === 'picture_bytes' ? refusals.picture_bytes(fileSize(MAX_IMAGE_BYTES)) : refusals.not_on_disk;
}

function Chip({ attachment, onRemove }: { attachment: Attachment; onRemove: () => void }) {
  const { name, bytes, status, problem, path } = attachment;
  const failed = status === 'failed';
  const Icon = failed ? CircleAlert : attachment.kind === 'image' ? Image : File;
  return (
    <li
      title={problem ?? path ?? name}
      className={cx(
        'flex min-w-0 max-w-full items-center gap-1.5 rounded-control border bg-raised pl-2 text-sm',
        failed ? 'border-danger' : 'border-line',
      )}
    >
      {status === 'reading' ? (
        <Spinner className="size-4 text-muted" />
      ) : (
        <Icon aria-hidden="true" className={cx('size-4 shrink-0', failed ? 'text-danger' : 'text-muted')} />
      )}
      <span className="max-w-60 truncate">{name}</span>
      <span className={cx('text-xs', failed ? 'text-danger' : 'text-muted')}>
        {failed ? problem : status === 'reading' ? words.attachReading : fileSize(bytes)}
      </span>
      <IconButton icon={X} label={words.removeAttachment(name)} size="small" onClick={onRemove} />
    </li>
  );
}
