import { cutBytes, utf8Length } from '../agent/limit-text.ts';
import type { ReviewMessage } from '../store/memory-review-port.ts';

const BYTES_PER_TOKEN = 4;
const CUT = ' [cut]';

/** Messages in order as long as they fit; the first one is cut when it alone does not. The rest waits for the next review. */
export function packMessages(messages: readonly ReviewMessage[], tokens: number): ReviewMessage[] {
  let room = tokens * BYTES_PER_TOKEN;
  const packed: ReviewMessage[] = [];
  for (const message of messages) {
    const bytes = utf8Length(message.text);
    if (bytes > room) {
      if (packed.length > 0) break;
      packed.push({ ...message, text: cutBytes(message.text, room, CUT) });
      break;
    }
    room -= bytes;
    packed.push(message);
  }
  return packed;
}
