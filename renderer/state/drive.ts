import type { ConversationState, ToolEntry, ToolImage } from '../../protocol/conversation/entry.ts';

/** The tool that sees and uses the screen. */
export const COMPUTER_TOOL = 'computer_use';

/** Does the running turn work on the screen? */
export function isDriving(conversation: ConversationState | null): boolean {
  const turnId = conversation?.turn?.turnId;
  if (!conversation || !turnId) return false;
  return conversation.entries.some(
    (entry) => entry.kind === 'tool' && entry.turnId === turnId && entry.name === COMPUTER_TOOL,
  );
}

/** Steps of the newest turn that used a tool, oldest first. */
export function latestSteps(conversation: ConversationState | null): ToolEntry[] {
  const entries = conversation?.entries ?? [];
  const last = entries.findLast((entry) => entry.kind === 'tool');
  const turnId = conversation?.turn?.turnId ?? last?.turnId;
  return entries.filter((entry): entry is ToolEntry => entry.kind === 'tool' && entry.turnId === turnId);
}

/** The newest picture of the screen in the conversation. */
export function latestScreen(conversation: ConversationState | null): ToolImage | null {
  for (const entry of conversation?.entries.toReversed() ?? []) {
    if (entry.kind !== 'tool' || entry.name !== COMPUTER_TOOL) continue;
    const image = entry.images.findLast((one) => one.role !== 'before');
    if (image) return image;
  }
  return null;
}

/** The recording that has the newest action on the screen; null when it is not recorded. */
export function latestRecording(conversation: ConversationState | null): string | null {
  const last = conversation?.entries.findLast((entry) => entry.kind === 'tool' && entry.report !== undefined);
  return last?.kind === 'tool' ? (last.report?.recording ?? null) : null;
}
