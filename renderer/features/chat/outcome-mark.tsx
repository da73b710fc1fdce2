import { Ban, Circle, CircleAlert, CircleSlash, CircleStop } from 'lucide-react';
import type { Outcome } from '../../../protocol/conversation/message.ts';
import { chat as words } from '../../strings/chat.ts';

const MARKS = {
  unverified: { icon: Circle, tone: 'text-muted' },
  not_delivered: { icon: CircleSlash, tone: 'text-warn' },
  refused: { icon: Ban, tone: 'text-warn' },
  failed: { icon: CircleAlert, tone: 'text-danger' },
  stopped: { icon: CircleStop, tone: 'text-muted' },
} as const;

/** How a call ended, as a sign and a word. What went as it should says nothing. */
export function OutcomeMark({ outcome }: { outcome: Outcome }) {
  if (outcome === 'performed') return null;
  const { icon: Icon, tone } = MARKS[outcome];
  return (
    <span title={words.outcomeHints[outcome]} className={`flex shrink-0 items-center gap-1 text-xs ${tone}`}>
      <Icon aria-hidden="true" className="size-3.5" />
      {words.outcomes[outcome]}
    </span>
  );
}
