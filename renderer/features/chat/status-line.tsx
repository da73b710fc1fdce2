import { CircleAlert } from 'lucide-react';
import { useStore } from 'zustand';
import type { RunningTurn } from '../../../protocol/conversation/entry.ts';
import { useApp } from '../../app-context.ts';
import { Spinner } from '../../components/spinner.tsx';
import { useNow } from '../../components/use-now.ts';
import { duration, usageLine } from '../../state/format.ts';
import { chat as words } from '../../strings/chat.ts';

/** What the turn is doing, and what the conversation has used. Keeps its height, so nothing shifts. */
export function StatusLine() {
  const { chat, shell } = useApp();
  const turn = useStore(chat, (state) => state.conversation?.turn ?? null);
  const stopping = useStore(chat, (state) => state.stopAsked !== null);
  const usage = useStore(chat, (state) => state.conversation?.usage);
  const question = useStore(chat, (state) =>
    state.conversation?.entries.findLast((entry) => entry.kind === 'approval' && entry.status === 'pending'),
  );
  const compacting = useStore(chat, (state) => state.conversation?.compacting ?? false);
  const used = usage ? usageLine(usage) : '';
  return (
    <div className="mx-auto flex min-h-7 w-full max-w-[47.5rem] items-center gap-3 px-4 text-muted text-sm">
      <div className="min-w-0 flex-1">
        {question?.kind === 'approval' ? (
          <button
            type="button"
            className="flex max-w-full items-center gap-1.5 rounded-control text-warn underline underline-offset-2"
            onClick={() => shell.setState((state) => ({ approvalAsked: state.approvalAsked + 1 }))}
          >
            <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
            <span className="truncate">{words.approvalWaiting(question.title)}</span>
          </button>
        ) : turn ? (
          <TurnState turn={turn} stopping={stopping || turn.stopping} compacting={compacting} />
        ) : compacting ? (
          <p className="flex items-center gap-1.5">
            <Spinner className="size-3.5" />
            {words.compacting}
          </p>
        ) : null}
      </div>
      {used && !turn && !question ? (
        <p title={words.usageLabel} className="truncate text-xs">
          {used}
        </p>
      ) : null}
    </div>
  );
}

const PHASES: Record<RunningTurn['phase'], string> = {
  model: words.waitingModel,
  tools: words.waitingTools,
  approval: words.waitingApproval,
};

function TurnState({ turn, stopping, compacting }: { turn: RunningTurn; stopping: boolean; compacting: boolean }) {
  const now = useNow(true, 1000);
  const phase = compacting ? words.compacting : PHASES[turn.phase];
  const parts = [stopping ? words.stopping : phase, turn.step > 1 ? words.step(turn.step) : ''];
  return (
    <p className="flex items-center gap-1.5">
      <Spinner className="size-3.5" />
      <span>{parts.filter(Boolean).join(', ')}</span>
      <span>{duration(Math.max(0, now - turn.startedAt))}</span>
    </p>
  );
}
