import { type Caller, isAttendedOwner } from '../registry/policy.ts';
import { Refusal } from './refusal.ts';

/**
 * Who may use the computer (computer-use 2.2); checked on every call, also while a session runs. Null: this caller may.
 * Who asks comes first: switching on would not help a caller who may not.
 */
export function callerRefusal(caller: Caller, enabled: boolean): Refusal | null {
  if (caller.trust !== 'operator') return new Refusal('guest_denied');
  if (caller.depth > 0) return new Refusal('subagent_denied');
  if (!isAttendedOwner(caller)) {
    const detail = caller.selfStarted ? { detail: 'self_started' } : {};
    return new Refusal('unattended_origin', undefined, { origin: caller.origin, ...detail });
  }
  if (!enabled) return new Refusal('not_enabled');
  if (caller.shared) return new Refusal('shared_conversation');
  if (caller.conversationId === '') return new Refusal('no_conversation');
  return null;
}
