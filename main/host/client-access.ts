import type { LocalContract } from '../../protocol/local/operations.ts';
import type { OperationName } from '../../protocol/rpc/contract.ts';
import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import type { Standing } from './derive-standing.ts';

/** The operations, with `ask` in a conversation that is already there as one of its own. */
export type Act = OperationName<LocalContract> | 'continue';

/**
 * Who may do what over the local socket; decision 081 says why. `everyone` includes what the host's own tools started and
 * whoever did not prove who they are; `outsiders` are proven processes that no host started.
 */
const ACCESS: Readonly<Record<Act, 'everyone' | 'outsiders'>> = {
  hello: 'everyone',
  prove: 'everyone',
  stop: 'everyone',
  ask: 'everyone',
  tool: 'everyone',
  tools: 'everyone',
  doctor: 'everyone',
  history: 'outsiders',
  continue: 'outsiders',
  approve: 'outsiders',
  grantPreview: 'outsiders',
  grantApply: 'outsiders',
  focus: 'outsiders',
  handOver: 'outsiders',
};

const REFUSALS: Partial<Record<Act, string>> = {
  history: 'Only the owner can search the history.',
  continue: 'Only the owner can write into a conversation that is already there.',
  approve: 'Only the owner in person can answer a question of the agent.',
  grantPreview: 'Only the owner in person can grant a folder.',
  grantApply: 'Only the owner in person can grant a folder.',
};

/** Throws `not_in_person` when this caller may not do it. */
export function requireAccess(act: Act, standing: Standing): void {
  if (ACCESS[act] === 'outsiders' && standing.selfStarted) throw notInPerson(act, standing);
}

export function notInPerson(act: Act, standing: Standing): RemoteError {
  const words = REFUSALS[act] ?? 'Only the owner can ask this of the running Fermix.';
  return new RemoteError('not_in_person', `${words} ${standing.reason}`);
}
