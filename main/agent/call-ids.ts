import type { ToolCall } from '../../protocol/conversation/message.ts';
import type { TurnRecord } from './history.ts';
import type { Ids } from './ports.ts';

/** What a provider tells calls apart by: it may have put a reference of its own behind a `|`. */
function wireId(id: string): string {
  return id.split('|', 1)[0] ?? id;
}

/** Every call id of the turns that are sent, as providers compare them. */
export function usedCallIds(turns: readonly TurnRecord[]): Set<string> {
  const used = new Set<string>();
  for (const turn of turns) {
    for (const row of turn.rows) {
      if (row.kind === 'assistant') for (const call of row.toolCalls) used.add(wireId(call.id));
    }
  }
  return used;
}

/**
 * A card is found by its call id and a provider refuses one id twice, so an id that is empty, was seen before or is
 * stored gets a fresh one. Adds to `used`.
 */
export function uniqueCallIds(
  calls: readonly ToolCall[],
  used: Set<string>,
  ids: Ids,
  isStored: (id: string) => boolean,
): ToolCall[] {
  return calls.map((call) => {
    const asked = wireId(call.id);
    const id = asked === '' || used.has(asked) || isStored(call.id) ? ids.next('call') : call.id;
    used.add(wireId(id));
    return id === call.id ? call : { ...call, id };
  });
}
