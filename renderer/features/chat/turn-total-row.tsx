import type { TurnTotal } from '../../../protocol/conversation/entry.ts';
import { usageLine } from '../../state/format.ts';
import { chat as words } from '../../strings/chat.ts';

/** What one turn has used, small and below its last row. */
export function TurnTotalRow({ total }: { total: TurnTotal }) {
  const used = usageLine(total.usage);
  return used === '' ? null : <p className="text-muted text-xs">{words.turnUsage(total.steps, used)}</p>;
}
