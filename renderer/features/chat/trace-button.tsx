import { ListTree } from 'lucide-react';
import { useStore } from 'zustand';
import { useApp } from '../../app-context.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { trace as words } from '../../strings/trace.ts';

/** Leads to the timeline of a turn. `at` is when an entry of it began. */
export function TraceButton({ turnId, at }: { turnId: string; at: number }) {
  const { chat, shell } = useApp();
  const conversationId = useStore(chat, (state) => state.id);
  if (!conversationId) return null;
  const place = { conversationId, turnId, at };
  return (
    <IconButton icon={ListTree} label={words.open} size="small" onClick={() => shell.go({ name: 'trace', place })} />
  );
}
