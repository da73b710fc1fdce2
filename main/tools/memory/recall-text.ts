import { cutBytes } from '../../agent/limit-text.ts';
import type { RecallEnd, Recalled } from '../../memory/ports.ts';

/** Bytes of one result, so that fifty long ones still fit a request. */
const TEXT_BYTES = 64_000;

/**
 * What was found, for the model. A result with words from outside is framed as a whole, and each such part names where
 * it comes from.
 */
export function recallText(end: Extract<RecallEnd, { ok: true }>): { text: string; external?: true } {
  if (!end.enabled) return { text: 'Memory is switched off: there is nothing to read.' };
  const narrowed = end.narrowed ? ' (narrower than asked: this caller may read no more)' : '';
  const head = `Searched: ${end.scope}${narrowed}.`;
  if (end.items.length === 0) return { text: `${head}\nNothing was found.` };
  const body = end.items.map((item, index) => `${index + 1}. ${itemText(item)}`).join('\n');
  const text = cutBytes(`${head}\n${body}`, TEXT_BYTES, '\n[Cut: search for something narrower.]');
  return end.items.some((item) => outsideOf(item) !== '') ? { text, external: true } : { text };
}

function itemText(item: Recalled): string {
  const outside = outsideOf(item);
  const mark = outside === '' ? '' : `, from outside: ${outside}`;
  const when = new Date(item.at).toISOString().slice(0, 16).replace('T', ' ');
  if (item.row) {
    const { scopeType, category, key, value } = item.row;
    return `[memory, ${scopeType}, ${category}, ${when} UTC${mark}] ${key}: ${value}`;
  }
  const { kind, conversationId, title, text } = item.message;
  const who = { user: 'said to the agent', assistant: 'said by the agent', tool: 'done by a tool' }[kind];
  return `[message, ${who}, ${when} UTC, conversation ${conversationId} “${title}”${mark}]\n${text}`;
}

/** Where words that are not the owner's come from; empty for the owner's own. */
function outsideOf(item: Recalled): string {
  if (!item.row) return item.message.outside;
  const { trust, source } = item.row;
  if (trust === 'owner') return '';
  if (trust === 'guest') return 'a guest';
  return source ? `${source.type} ${source.name}` : 'written after outside text had been read';
}
