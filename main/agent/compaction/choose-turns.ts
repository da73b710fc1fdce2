import type { TurnRecord } from '../history.ts';
import { utf8Length } from '../limit-text.ts';

const BYTES_PER_TOKEN = 4;
/** Share of the window that the turns kept word for word may fill. */
const KEPT_SHARE = 0.2;
/** Turns that are kept at most. */
const MOST_KEPT = 8;

/** Which turns become the summary and which stay as they are. */
export interface Chosen {
  summarised: TurnRecord[];
  kept: TurnRecord[];
}

/** The newest turns stay word for word as long as they are few and small; everything older is summarised. */
export function chooseTurns(turns: readonly TurnRecord[], contextWindow: number): Chosen {
  let room = contextWindow * KEPT_SHARE * BYTES_PER_TOKEN;
  let from = turns.length;
  while (from > 0 && turns.length - from < MOST_KEPT) {
    const turn = turns[from - 1];
    if (!turn) break;
    room -= turnBytes(turn);
    if (room < 0) break;
    from -= 1;
  }
  // With everything kept there is nothing to summarise: the oldest half is given up then.
  if (from === 0) from = Math.ceil(turns.length / 2);
  return { summarised: turns.slice(0, from), kept: turns.slice(from) };
}

/** Bytes a turn takes in a request, about. */
export function turnBytes({ user, rows }: TurnRecord): number {
  return [user, ...rows].reduce((sum, row) => {
    if (row.kind === 'tool') return sum + utf8Length(row.end?.digest ?? row.end?.text ?? '') + 300;
    const files = row.kind === 'user' ? (row.fileTexts ?? []) : [];
    return sum + utf8Length(row.text) + files.reduce((all, file) => all + utf8Length(file.text), 0) + 50;
  }, 0);
}
