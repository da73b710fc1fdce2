import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { HAND_RUN_CONVERSATION } from '../../../protocol/conversation/hand-run.ts';
import { useApp } from '../../app-context.ts';
import { ApprovalCard } from '../chat/approval-card.tsx';

/**
 * Questions of tools that were run by hand: they belong to no conversation, so they are asked here. One that was
 * answered stays with what came of it until the page is left.
 */
export function HandApprovals() {
  const { approvals, shell } = useApp();
  const asked = useStore(approvals, (state) => state.asked);
  const wanted = useStore(shell, (state) => state.approvalAsked);
  const seen = useRef(new Set<string>());
  const handled = useRef(0);
  const place = useRef<HTMLDivElement>(null);
  const mine = asked.filter((one) => one.conversationId === HAND_RUN_CONVERSATION);
  for (const { entry } of mine) if (entry.status === 'pending') seen.current.add(entry.id);

  useEffect(() => {
    if (wanted === handled.current) return;
    handled.current = wanted;
    place.current?.querySelector<HTMLElement>('[data-approval="pending"]')?.focus();
  }, [wanted]);

  const shown = mine.filter(({ entry }) => seen.current.has(entry.id));
  if (shown.length === 0) return null;
  return (
    <div ref={place}>
      {shown.map(({ entry }) => (
        <ApprovalCard key={entry.id} entry={entry} />
      ))}
    </div>
  );
}
