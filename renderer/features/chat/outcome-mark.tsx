import { Ban, Check, Circle, CircleAlert, CircleHelp, CircleSlash, CircleStop } from 'lucide-react';
import type { Outcome } from '../../../protocol/conversation/message.ts';
import { chat as words } from '../../strings/chat.ts';

const MARKS = {
  unverified: { icon: Circle, tone: 'text-muted' },
  not_delivered: { icon: CircleSlash, tone: 'text-warn' },
  refused: { icon: Ban, tone: 'text-warn' },
  failed: { icon: CircleAlert, tone: 'text-danger' },
  stopped: { icon: CircleStop, tone: 'text-muted' },
  unknown: { icon: CircleHelp, tone: 'text-warn' },
} as const;

/** How a call ended, as a sign and a word. What went as it should is a quiet check mark. */
export function OutcomeMark({ outcome }: { outcome: Outcome }) {
  if (outcome === 'performed') {
    return (
      <span
        role="img"
        aria-label={words.outcomes.performed}
        title={words.outcomes.performed}
        className="shrink-0 text-muted"
      >
        <Check aria-hidden="true" className="size-3.5" />
      </span>
    );
  }
  const { icon: Icon, tone } = MARKS[outcome];
  return (
    <span title={words.outcomeHints[outcome]} className={`flex shrink-0 items-center gap-1 text-xs ${tone}`}>
      <Icon aria-hidden="true" className="size-3.5" />
      {words.outcomes[outcome]}
    </span>
  );
}
