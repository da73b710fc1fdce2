import type { AssistantEntry, ConversationState, Entry, ToolEntry } from '../../protocol/conversation/entry.ts';
import { chat } from '../strings/chat.ts';

/** What a screen reader is told, and how urgently. */
export interface Announcement {
  text: string;
  urgent: boolean;
}

export interface Announcer {
  /** New things worth saying since the last call. A conversation that was just opened is not read out. */
  next(conversation: ConversationState | null): Announcement[];
}

/** Follows a conversation in finished paragraphs, not in tokens. */
export function createAnnouncer(): Announcer {
  let id: string | null = null;
  let spoken = new Map<string, string>();

  function learn(conversation: ConversationState): void {
    id = conversation.conversationId;
    spoken = new Map(conversation.entries.map((entry) => [key(entry), mark(entry)]));
  }

  return {
    next(conversation) {
      if (!conversation) {
        id = null;
        return [];
      }
      if (conversation.conversationId !== id) {
        learn(conversation);
        return [];
      }
      const said: Announcement[] = [];
      // Everything that changes is near the end; older entries are settled.
      for (const entry of conversation.entries.slice(-40)) {
        const before = spoken.get(key(entry));
        const now = mark(entry);
        if (before === now) continue;
        spoken.set(key(entry), now);
        const text = say(entry, before);
        if (text) said.push({ text, urgent: entry.kind === 'approval' && entry.status === 'pending' });
      }
      return said;
    },
  };
}

function key(entry: Entry): string {
  return `${entry.kind}:${entry.id}`;
}

/** A short text that changes exactly when something new may be said. */
function mark(entry: Entry): string {
  switch (entry.kind) {
    case 'assistant':
      return String(finishedLength(entry));
    case 'tool':
      return entry.status === 'done' ? `done:${entry.outcome ?? ''}` : 'running';
    case 'approval':
      return entry.status;
    default:
      return 'there';
  }
}

function say(entry: Entry, before: string | undefined): string {
  switch (entry.kind) {
    case 'assistant':
      return plainText(entry.text.slice(Number(before ?? 0), finishedLength(entry)));
    case 'tool':
      return sayTool(entry);
    case 'approval':
      return entry.status === 'pending' ? chat.announceApproval(entry.title) : chat.approvalEnd[entry.status];
    case 'notice':
      return entry.text;
    default:
      return '';
  }
}

function sayTool(entry: ToolEntry): string {
  if (entry.status !== 'done') return chat.announceToolStart(entry.title);
  return chat.announceToolEnd(entry.title, chat.outcomes[entry.outcome ?? 'performed']);
}

/** Up to the end of the last whole paragraph; all of it once the answer has ended. */
function finishedLength(entry: AssistantEntry): number {
  if (entry.status !== 'streaming') return entry.text.length;
  const end = entry.text.lastIndexOf('\n\n');
  return end < 0 ? 0 : end + 2;
}

/** Markdown as one would read it aloud: no signs, links by their words. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/^\s*(```|~~~).*$/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s{0,3}(#{1,6}|>|[-*+]|\d+[.)])\s+/gm, '')
    .replace(/(\*\*|__|~~|`|\*)(?=\S)|(?<=\S)(\*\*|__|~~|`|\*)/g, '')
    .replace(/\s*\n\s*/g, ' ')
    .trim();
}
