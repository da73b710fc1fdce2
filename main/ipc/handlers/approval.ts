import type { IpcHandlers } from '../../../protocol/ipc/routes.ts';
import type { Approvals } from '../../approvals/ports.ts';
import { IpcRefusal } from '../refusal.ts';

/** The window's answer to a card; it counts as given in the conversation the question belongs to. */
export function approvalHandlers(approvals: Approvals): Pick<IpcHandlers, 'approval.answer'> {
  return {
    'approval.answer'({ id, allow }) {
      const waiting = approvals.pending().find((one) => one.id === id);
      if (!waiting) throw new IpcRefusal('unknown_approval', 'This question is no longer waiting for an answer.');
      const { conversationId } = waiting;
      return approvals.answer(id, allow, { channel: 'window', conversationId, trust: 'operator', inPerson: true });
    },
  };
}
