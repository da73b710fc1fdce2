import type { ToolCall } from '../../protocol/conversation/message.ts';
import type { TurnRecord } from './history.ts';
import type { Ids } from './ports.ts';

/** Every call id of a conversation so far. */
export function usedCallIds(turns: readonly TurnRecord[]): Set<string> {
  const used = new Set<string>();
  for (const turn of turns) {
    for (const row of turn.rows) {
      if (row.kind === 'assistant') for (const call of row.toolCalls) used.add(call.id);
    }
  }
  return used;
}

/**
 * A card is found by its call id, so an id that is empty, was seen before or is stored gets a fresh one: a second call
 * of the same id would take the first one's place. Adds to `used`.
 */
export function uniqueCallIds(
  calls: readonly ToolCall[],
  used: Set<string>,
  ids: Ids,
  isStored: (id: string) => boolean,
): ToolCall[] {
  return calls.map((call) => {
    const id = call.id === '' || used.has(call.id) || isStored(call.id) ? ids.next('call') : call.id;
    used.add(id);
    return id === call.id ? call : { ...call, id };
  });
}
