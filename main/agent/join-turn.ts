import type { StoredUser } from './store-port.ts';
import type { TurnScope } from './turn-scope.ts';

/** What the owner said to the running turn takes its place after the step that has just ended. */
export function joinTurn(scope: TurnScope, said: readonly StoredUser[]): StoredUser[] {
  return said.map((message) => {
    const row: StoredUser = { ...message, status: 'sent' };
    scope.move(row);
    const { clientId: _clientId, fileTexts: _fileTexts, ...entry } = row;
    scope.emit({ type: 'user-add', entry });
    return row;
  });
}
