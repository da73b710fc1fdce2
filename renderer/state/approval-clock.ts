import type { ApprovalEntry } from '../../protocol/conversation/entry.ts';

/** After a card appears, this long no click on Allow counts, so that a click meant for something else is lost. */
export const ALLOW_GUARD_MS = 600;

export interface ApprovalView {
  open: boolean;
  canAllow: boolean;
  canDeny: boolean;
  secondsLeft: number;
}

/** What the card offers at a moment. `shownAt` is when it was first drawn; all times in milliseconds. */
export function approvalView(
  entry: Pick<ApprovalEntry, 'status' | 'expiresAt'>,
  shownAt: number,
  now: number,
  answering: boolean,
): ApprovalView {
  const left = entry.expiresAt - now;
  const open = entry.status === 'pending' && left > 0;
  return {
    open,
    canAllow: open && !answering && now - shownAt >= ALLOW_GUARD_MS,
    canDeny: open && !answering,
    secondsLeft: Math.max(0, Math.ceil(left / 1000)),
  };
}

/**
 * Does a click answer? Only one of a pointer: keys, and programs that press buttons through the accessibility bus, make
 * clicks with a count of zero.
 */
export function isPointerClick(event: { detail: number }): boolean {
  return event.detail > 0;
}

/** Does a key press on a focused button answer? Plain keys never do; Ctrl+Enter (Command+Enter) does. */
export function isAnsweringKey(press: { key: string; ctrlKey: boolean; metaKey: boolean; repeat: boolean }): boolean {
  return press.key === 'Enter' && (press.ctrlKey || press.metaKey) && !press.repeat;
}
