import type { DividerEntry } from '../../../protocol/conversation/entry.ts';
import { clock } from '../../state/format.ts';
import { chat as words } from '../../strings/chat.ts';

/** A line across the conversation: from here on the model knows less of what is above, or nothing. */
export function DividerRow({ entry, onOpen }: { entry: DividerEntry; onOpen: () => void }) {
  return (
    <div data-stop tabIndex={-1} className="py-3">
      <p className="flex items-center gap-3 text-muted text-sm">
        <span aria-hidden="true" className="h-px flex-1 bg-line" />
        <span>
          {words.dividers[entry.reason]}, {clock(entry.at)}
        </span>
        <span aria-hidden="true" className="h-px flex-1 bg-line" />
      </p>
      {entry.summary ? (
        <details className="pt-1 text-sm" onToggle={onOpen}>
          <summary className="cursor-pointer text-muted">{words.dividerSummary}</summary>
          <p className="wrap-anywhere whitespace-pre-wrap border-line border-l-2 py-1 pl-3 text-muted">
            {entry.summary}
          </p>
        </details>
      ) : null}
    </div>
  );
}
