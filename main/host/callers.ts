import { HAND_RUN_CONVERSATION } from '../../protocol/conversation/hand-run.ts';
import type { Caller } from '../registry/policy.ts';
import type { LocalPeer } from './local-services.ts';

/** The owner at the app's window. */
export function windowCaller(conversationId: string): Caller {
  return {
    trust: 'operator',
    origin: 'interactive',
    depth: 0,
    channel: 'window',
    conversationId,
    replyPort: true,
    approvalPort: true,
    requestDirectory: null,
    shared: false,
    selfStarted: false,
    scheduled: false,
  };
}

/** The owner trying a tool by hand on the Tools page, which also shows what the tool asks. */
export function handRunCaller(): Caller {
  return windowCaller(HAND_RUN_CONVERSATION);
}

/**
 * A local process. It speaks for the owner; whether the owner is there is derived, never told. A process the host
 * started brings no folder of its own: a change of directory must not widen what the agent may reach.
 */
export function localCaller(peer: LocalPeer, conversationId: string, directory: string): Caller {
  const { attended, selfStarted } = peer.standing;
  return {
    trust: 'operator',
    origin: attended ? 'interactive' : 'unattended',
    depth: 0,
    channel: 'cli',
    conversationId,
    replyPort: attended,
    approvalPort: attended,
    requestDirectory: selfStarted ? null : directory,
    shared: false,
    selfStarted,
    scheduled: false,
  };
}
