import { useStore } from 'zustand';
import { useApp } from '../../app-context.ts';
import { ApprovalCard } from '../chat/approval-card.tsx';

/** Questions of tools that were run by hand: they belong to no listed conversation, so they are asked here. */
export function HandApprovals() {
  const { approvals, list, chat } = useApp();
  const asked = useStore(approvals, (state) => state.asked);
  const items = useStore(list, (state) => state.items);
  const open = useStore(chat, (state) => state.id);
  const known = new Set(items?.map((item) => item.id));
  return asked
    .filter((one) => !known.has(one.conversationId) && one.conversationId !== open)
    .map(({ entry }) => <ApprovalCard key={entry.id} entry={entry} />);
}
