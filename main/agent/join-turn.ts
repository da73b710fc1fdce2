import type { StoredUser } from './store-port.ts';
import type { TurnScope } from './turn-scope.ts';
import { userEntry } from './user-entry.ts';

/** What the owner said to the running turn takes its place after the step that has just ended. */
export function joinTurn(scope: TurnScope, said: readonly StoredUser[]): StoredUser[] {
  return said.map((message) => {
    const row: StoredUser = { ...message, status: 'sent' };
    scope.move(row);
    scope.emit({ type: 'user-add', entry: userEntry(row) });
    return row;
  });
}
