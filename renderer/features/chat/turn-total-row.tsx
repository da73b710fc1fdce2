import { usageLine } from '../../state/format.ts';
import type { Row } from '../../state/rows.ts';
import { chat as words } from '../../strings/chat.ts';
import { TraceButton } from './trace-button.tsx';

/** What one turn has used, small and below its last row, and the way to its trace. */
export function TurnTotalRow({ row }: { row: Extract<Row, { kind: 'total' }> }) {
  const used = usageLine(row.total.usage);
  if (used === '') return null;
  return (
    <div className="flex items-center gap-1 text-muted text-xs">
      <p>{words.turnUsage(row.total.steps, used)}</p>
      <TraceButton turnId={row.turnId} at={row.at} />
    </div>
  );
}
