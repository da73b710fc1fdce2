import { ShieldQuestion } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useId, useRef, useState } from 'react';
import type { ApprovalEntry } from '../../../protocol/conversation/entry.ts';
import { useApp } from '../../app-context.ts';
import { BusyBar } from '../../components/busy-bar.tsx';
import { Button } from '../../components/button.tsx';
import { MonoBlock } from '../../components/mono-block.tsx';
import { useNow } from '../../components/use-now.ts';
import { toFailure } from '../../ipc/host.ts';
import { approvalView, isAnsweringKey, isPointerClick } from '../../state/approval-clock.ts';
import { chat as words } from '../../strings/chat.ts';

/**
 * A question only the owner may answer. It takes no focus, has no default, and plain keys never answer it: a pointer
 * click does, or Ctrl+Enter on a focused button. The token stays in the host; this card knows the id alone.
 */
export function ApprovalCard({ entry }: { entry: ApprovalEntry }) {
  const { host } = useApp();
  const titleId = useId();
  const [answering, setAnswering] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const pending = entry.status === 'pending';
  const now = useNow(pending, 200);
  const shownAt = useRef(now);
  const view = approvalView(entry, shownAt.current, now, answering);

  async function answer(allow: boolean): Promise<void> {
    setAnswering(true);
    setProblem(null);
    try {
      const { text } = await host.call('approval.answer', { id: entry.id, allow });
      setSaid(text);
    } catch (thrown) {
      setProblem(toFailure(thrown).message);
      setAnswering(false);
    }
  }

  function buttonFor(allow: boolean) {
    const enabled = allow ? view.canAllow : view.canDeny;
    return {
      // Not the `disabled` attribute: a focused button must keep its focus while the time passes.
      'aria-disabled': !enabled,
      'aria-keyshortcuts': 'Control+Enter',
      onClick: (event: MouseEvent) => {
        if (enabled && isPointerClick(event)) void answer(allow);
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        if (enabled && isAnsweringKey(event)) void answer(allow);
      },
      onKeyUp: (event: KeyboardEvent) => {
        if (event.key === ' ') event.preventDefault();
      },
    };
  }

  return (
    <article
      data-stop
      data-approval={entry.status}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="my-1 flex flex-col gap-3 rounded-card border border-control bg-raised px-4 py-3"
    >
      <header className="flex items-center gap-2 text-sm">
        <ShieldQuestion aria-hidden="true" className="size-4 shrink-0 text-warn" />
        <span className="flex-1 text-muted">{words.approvalHeading}</span>
        {view.open ? <span className="text-muted">{words.approvalLeft(view.secondsLeft)}</span> : null}
      </header>
      <p id={titleId} className="wrap-anywhere font-medium">
        {entry.title}
      </p>
      <MonoBlock label={entry.title} text={entry.exact} className="max-h-60" />
      {entry.reason ? (
        <p className="wrap-anywhere border-line border-l-2 pl-3 text-muted text-sm">
          {words.approvalReason}: “{entry.reason}”
        </p>
      ) : null}
      {view.open ? (
        <div className="flex flex-col gap-2">
          <BusyBar busy={answering} label={words.approvalAnswering} />
          <div className="flex flex-wrap items-center gap-2">
            <Button {...buttonFor(false)}>{words.approvalDeny}</Button>
            <Button {...buttonFor(true)}>{words.approvalAllow}</Button>
            <p className="text-muted text-xs">{words.approvalKeys}</p>
          </div>
        </div>
      ) : (
        <p className="text-sm">
          {[words.approvalEnd[pending ? 'expired' : entry.status], said].filter(Boolean).join('. ')}
        </p>
      )}
      {problem ? (
        <p role="alert" className="text-danger text-sm">
          {problem}
        </p>
      ) : null}
    </article>
  );
}
