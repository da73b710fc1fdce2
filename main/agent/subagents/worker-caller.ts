import { createHash } from 'node:crypto';
import { allowedClasses, type Caller } from '../../registry/policy.ts';
import type { Ids } from '../ports.ts';
import type { WorkerTask } from './subagents-port.ts';

/** Deeper than this nobody delegates. */
export const MAX_DEPTH = 4;

/** 32 hexadecimal digits. */
export function newSessionId(ids: Ids): string {
  return createHash('sha256').update(ids.secret(32)).digest('hex').slice(0, 32);
}

/**
 * What a worker of this caller may do: the classes of the caller without those that workers never have, within the
 * caller's own list of tools. Nobody reads what it says while it runs, and it can ask nothing. It cannot regain what
 * its parent lacks: what narrows it is intersected with what the parent has.
 */
export function workerCaller(parent: Caller, task: Pick<WorkerTask, 'narrow'>, sessionId: string): Caller {
  const { ultra: _ultra, allowedTools: _tools, classes: _classes, ...kept } = parent;
  const narrow: Partial<Caller> = task.narrow ?? {};
  const deeper = { ...parent, depth: parent.depth + 1 };
  const inherited = [...allowedClasses(deeper)];
  const classes = narrow.classes ? inherited.filter((one) => narrow.classes?.includes(one)) : inherited;
  const tools = intersect(parent.allowedTools, narrow.allowedTools);
  return Object.freeze({
    ...kept,
    trust: narrow.trust === 'guest' ? 'guest' : parent.trust,
    depth: parent.depth + 1,
    channel: 'worker',
    conversationId: sessionId,
    replyPort: false,
    approvalPort: false,
    classes,
    ...(tools === undefined ? {} : { allowedTools: tools }),
  });
}

function intersect(
  left: readonly string[] | undefined,
  right: readonly string[] | undefined,
): readonly string[] | undefined {
  if (left === undefined) return right;
  return right === undefined ? left : left.filter((name) => right.includes(name));
}
