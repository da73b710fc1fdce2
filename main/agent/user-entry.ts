import type { UserEntry } from '../../protocol/conversation/entry.ts';
import type { Caller } from '../registry/policy.ts';
import type { StoredUser, UserTrust } from './store-port.ts';

/** What the window is shown of a stored message. */
export function userEntry(user: StoredUser): UserEntry {
  const { clientId: _clientId, fileTexts: _fileTexts, trust: _trust, ...entry } = user;
  return entry;
}

/** Whose words a message is: kept with it, so that nobody else's become the owner's memory later. */
export function userTrust(caller: Caller): UserTrust {
  if (caller.trust !== 'operator') return 'guest';
  const isPerson = caller.origin !== 'unattended' && caller.depth === 0 && !caller.scheduled && !caller.selfStarted;
  return isPerson ? 'owner' : 'unattended';
}
