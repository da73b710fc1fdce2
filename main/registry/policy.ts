/** What a capability does to the world; decides who may use it. Source: the tool reference, table of policy classes. */
export const POLICY_CLASSES = ['read_only', 'read_write', 'exec', 'network', 'external_api', 'gui_control'] as const;
export type PolicyClass = (typeof POLICY_CLASSES)[number];

/** Who speaks. An unset trust is a guest, never an operator. */
export type Trust = 'operator' | 'guest';

/** Is a person present? Derived by the host from the channel and the peer's process ancestry, never from a field. */
export type Origin = 'interactive' | 'voice' | 'unattended';

/** Everything a gate may look at. Frozen at the start of a turn; every reader of the turn sees the same value. */
export interface Caller {
  readonly trust: Trust;
  readonly origin: Origin;
  /** 0 for a turn of the owner, 1 for a subagent. */
  readonly depth: number;
  /** Where the message came from: `window`, `cli`, or a channel's name. */
  readonly channel: string;
  readonly conversationId: string;
  /** True when somebody can read a reply while the turn runs. */
  readonly replyPort: boolean;
  /** True when a question to the owner can be shown and answered. */
  readonly approvalPort: boolean;
  /** The folder the request was made from (CLI), or null. Counts only for a trusted local operator. */
  readonly requestDirectory: string | null;
  /** More than one person can post here. */
  readonly shared: boolean;
  /** Set when `origin` is `unattended` because the host itself started the calling process. */
  readonly selfStarted: boolean;
  readonly scheduled: boolean;
}

/** Trust operator, origin interactive or voice, a live reply port and depth 0. */
export function isAttendedOwner(caller: Caller): boolean {
  return caller.trust === 'operator' && caller.origin !== 'unattended' && caller.replyPort && caller.depth === 0;
}

/** The classes a caller may use before a tool's own gate. */
export function allowedClasses(caller: Caller): ReadonlySet<PolicyClass> {
  if (caller.trust !== 'operator') return new Set(['read_only']);
  const classes = new Set<PolicyClass>(POLICY_CLASSES);
  if (caller.depth > 0) {
    classes.delete('read_write');
    classes.delete('gui_control');
  }
  if (caller.origin === 'unattended') classes.delete('gui_control');
  return classes;
}
