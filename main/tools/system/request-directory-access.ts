import { z } from 'zod';
import type { Gate, ToolResult } from '../../registry/capability.ts';
import { defineTool } from '../../registry/define-tool.ts';
import { type Caller, isAttendedOwner } from '../../registry/policy.ts';
import { refuse } from '../../sandbox/refusal.ts';
import { failureModes } from '../failure-modes.ts';
import { nameOf, path, sentence } from '../fields.ts';
import type { ToolReach } from '../reach.ts';
import { SYSTEM_CODES } from './codes.ts';

const LONGEST_REASON = 2_000;

/** One text for every case, so that a run without the owner does not learn that approvals exist. */
const NOT_ATTENDED: Gate = {
  code: 'not_attended',
  text: 'This tool is not available here. Work with the allowed folders.',
};

export const requestDirectoryAccess = defineTool<Pick<ToolReach, 'sandbox' | 'grants' | 'approvals'>>()({
  name: 'request_directory_access',
  category: 'system',
  policy: 'external_api',
  ownerOnly: false,
  description:
    'Ask the owner to allow a folder that was refused with outside_root. Only for a folder the task truly needs, not ' +
    'for every refusal on the way. After asking, end the turn with a short sentence; the request is continued when ' +
    'the owner has allowed it. Protected and blocked paths cannot be asked for.',
  help: {
    examples: [
      {
        description: 'Ask for a project',
        input: { path: '~/projects/site', reason: 'You asked me to fix its build.' },
      },
    ],
    failureModes: failureModes(
      SYSTEM_CODES,
      'not_attended',
      'already_allowed',
      'already_pending',
      'unsafe_root',
      'blocked_root',
      'missing_dir',
      'empty_reason',
      'invalid_path',
      'too_many_symlinks',
      'path_error',
    ),
  },
  input: z.object({
    path: path('The folder.'),
    reason: sentence(LONGEST_REASON).describe('Why the task needs it, in one sentence for the owner.'),
  }),
  title: (input) => `Ask for access to ${nameOf(input, 'path', 'a folder')}`,
  authorize: (caller) => (mayAsk(caller) ? null : NOT_ATTENDED),
  async run(input, context, { sandbox, grants, approvals }): Promise<ToolResult> {
    if (!mayAsk(context.caller)) return refuse('not_attended', NOT_ATTENDED.text);
    const reason = input.reason.trim();
    if (reason === '')
      return refuse('empty_reason', 'The reason is empty. Tell the owner why the task needs the folder.');
    const view = await sandbox.view(context.caller, 'request_directory_access');
    const place = await view.locate(input.path);
    if (!place.ok) return place;
    if (view.judgeCanonical(place.path) === null && place.stats)
      return {
        ok: true,
        code: 'already_allowed',
        text: `${place.path} is already allowed. Nothing was asked; try again.`,
      };
    const dryRun = await grants.check(place.path);
    if (!dryRun.ok) return dryRun;
    const { existing } = approvals.ask({
      kind: 'directory_grant',
      key: dryRun.path,
      title: `Allow the agent to use ${dryRun.path}`,
      exact: `+ allowed_roots: ${dryRun.path}`,
      reason,
      caller: context.caller,
      turnId: context.turnId,
      async apply() {
        const added = await grants.add(dryRun.path);
        return added.ok ? `The agent may now use ${added.path}.` : added.text;
      },
    });
    if (existing)
      return {
        ok: true,
        code: 'already_pending',
        text: 'The owner has already been asked for this and has not answered yet.',
      };
    return { ok: true, text: `The owner has been asked for ${dryRun.path}. End the turn now with a short sentence.` };
  },
});

function mayAsk(caller: Caller): boolean {
  return isAttendedOwner(caller) && caller.approvalPort;
}
