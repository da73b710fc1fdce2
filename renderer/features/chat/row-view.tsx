import { memo } from 'react';
import type { Entry } from '../../../protocol/conversation/entry.ts';
import type { Row } from '../../state/rows.ts';
import { ApprovalCard } from './approval-card.tsx';
import { AssistantEntryView } from './assistant-entry.tsx';
import { DividerRow } from './divider-row.tsx';
import { NoticeRow } from './notice-row.tsx';
import { PendingRow } from './pending-row.tsx';
import { ReadsRow } from './reads-row.tsx';
import { ToolCard } from './tool-card.tsx';
import { TurnTotalRow } from './turn-total-row.tsx';
import { UserEntryView } from './user-entry.tsx';

interface RowProps {
  row: Row;
  onOpen: () => void;
}

/** One row of the transcript. */
export function RowView({ row, onOpen }: RowProps) {
  switch (row.kind) {
    case 'pending':
      return <PendingRow pending={row.pending} />;
    case 'reads':
      return <ReadsRow rowKey={row.key} entries={row.entries} onOpen={onOpen} />;
    case 'total':
      return <TurnTotalRow row={row} />;
    case 'entry':
      return <EntryView entry={row.entry} onOpen={onOpen} />;
  }
}

const EntryView = memo(
  function EntryView({ entry, onOpen }: { entry: Entry; onOpen: () => void }) {
    switch (entry.kind) {
      case 'user':
        return <UserEntryView entry={entry} />;
      case 'assistant':
        return <AssistantEntryView entry={entry} onOpen={onOpen} />;
      case 'tool':
        return <ToolCard entry={entry} onOpen={onOpen} />;
      case 'approval':
        return <ApprovalCard entry={entry} />;
      case 'notice':
        return <NoticeRow entry={entry} />;
      case 'divider':
        return <DividerRow entry={entry} onOpen={onOpen} />;
    }
  },
  (before, after) => before.entry === after.entry,
);
