import type { NumberedEvent } from '../../protocol/conversation/event.ts';

/** The documented answer of `ask --json`. */
export interface StableAnswer {
  conversationId: string;
  text: string;
  toolCalls: { name: string; ok: boolean; code?: string }[];
}

/** Gathers from its events what is known of a turn whose answer may never come. */
export function collectAnswer(session: string | null): {
  onEvent(numbered: NumberedEvent): void;
  answer(): StableAnswer;
} {
  const names = new Map<string, string>();
  const collected: StableAnswer = { conversationId: session ?? '', text: '', toolCalls: [] };
  return {
    onEvent({ conversationId, event }) {
      collected.conversationId = conversationId;
      if (event.type === 'tool-start') names.set(event.entry.id, event.entry.name);
      if (event.type === 'assistant-end' && event.text.trim() !== '') collected.text = event.text;
      if (event.type !== 'tool-end') return;
      const { code, outcome } = event;
      // Without a code an action went out and could not be seen, which is no failure.
      const ok = outcome === 'performed' || (outcome === 'unverified' && code === undefined);
      const call = { name: names.get(event.id) ?? '', ok };
      collected.toolCalls.push(code === undefined ? call : { ...call, code });
    },
    answer: () => collected,
  };
}
