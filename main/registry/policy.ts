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
  /** Names this run may use and no others (a job's, a skill's); absent: no such limit. Inherited by what it starts. */
  readonly allowedTools?: readonly string[];
  /** Classes this run is confined to on top of its trust; absent: no such limit. Inherited by what it starts. */
  readonly classes?: readonly PolicyClass[];
  /** A turn begun with /ultra: wider subagents. Never inherited. */
  readonly ultra?: true;
  /** Of a scheduled run: whose run it is. */
  readonly jobId?: string;
}

/** Trust operator, origin interactive or voice, a live reply port and depth 0. */
export function isAttendedOwner(caller: Caller): boolean {
  return caller.trust === 'operator' && caller.origin !== 'unattended' && caller.replyPort && caller.depth === 0;
}

/** The classes a caller may use before a tool's own gate. */
export function allowedClasses(caller: Caller): ReadonlySet<PolicyClass> {
  const open = POLICY_CLASSES.filter((policy) => CLASS_TABLE[policy][callerKind(caller)]);
  return new Set(caller.classes ? open.filter((policy) => caller.classes?.includes(policy)) : open);
}

/** Who calls, as far as the authorization matrix tells callers apart. */
export const CALLER_KINDS = ['attended', 'unattended', 'guest', 'subagent', 'scheduled'] as const;
export type CallerKind = (typeof CALLER_KINDS)[number];

/** The most confined kind that fits: a guest stays a guest at every depth, a subagent of a job is a subagent. */
export function callerKind(caller: Caller): CallerKind {
  if (caller.trust !== 'operator') return 'guest';
  if (caller.depth > 0) return 'subagent';
  if (caller.scheduled) return 'scheduled';
  return isAttendedOwner(caller) ? 'attended' : 'unattended';
}

/** Which policy class is open to whom. Every tool of a class that is closed is closed, whatever its own row says. */
const CLASS_TABLE: Record<PolicyClass, Record<CallerKind, boolean>> = {
  read_only: { attended: true, unattended: true, guest: true, subagent: true, scheduled: true },
  read_write: { attended: true, unattended: true, guest: false, subagent: false, scheduled: true },
  exec: { attended: true, unattended: true, guest: false, subagent: true, scheduled: true },
  network: { attended: true, unattended: true, guest: false, subagent: true, scheduled: true },
  external_api: { attended: true, unattended: true, guest: false, subagent: true, scheduled: true },
  gui_control: { attended: true, unattended: false, guest: false, subagent: false, scheduled: false },
};
