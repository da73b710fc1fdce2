import type { Approvals } from '../../approvals/ports.ts';
import type { Grants } from '../../sandbox/grants.ts';
import { type Command, type CommandCall, refused, said, usageOf } from '../command.ts';

/** `/grant path` asks once more, in a card with the exact folder; `/revoke path` takes away at once. */
export function grantCommands(reach: { grants: Grants; approvals: Pick<Approvals, 'ask'> }): Command[] {
  const grant: Command = {
    name: 'grant',
    usage: 'path FOLDER',
    summary: 'Lets the agent work in a folder, after one more question',
    words: [{ word: 'path', summary: 'A folder' }],
    who: 'owner',
    inPersonOnly: true,
    async run(call) {
      const path = pathOf(call);
      if (path === null) return usageOf(grant);
      const checked = await reach.grants.check(path);
      if (!checked.ok) return refused(checked.code, checked.text);
      if (!checked.changed) return said(`The agent may use ${checked.path} already.`);
      if (!call.caller.approvalPort || call.caller.channel === 'cli')
        return needsWindow(`fermix grant path ${checked.path}`);
      reach.approvals.ask({
        kind: 'directory_grant',
        key: checked.path,
        title: `Allow the agent to use ${checked.path}`,
        exact: `+ allowed_roots: ${checked.path}`,
        reason: 'You wrote /grant.',
        caller: call.caller,
        turnId: '',
        async apply() {
          const added = await reach.grants.add(checked.path);
          return added.ok ? `The agent may now use ${added.path}.` : added.text;
        },
      });
      return said('Answer the question below, or write /confirm.');
    },
  };
  const revoke: Command = {
    name: 'revoke',
    usage: 'path FOLDER',
    summary: 'Takes a granted folder away from the agent',
    words: [{ word: 'path', summary: 'A folder' }],
    who: 'owner',
    inPersonOnly: true,
    async run(call) {
      const path = pathOf(call);
      if (path === null) return usageOf(revoke);
      const removed = await reach.grants.remove(path);
      if (!removed.ok) return refused(removed.code, removed.text);
      return said(removed.changed ? `${removed.path} is no longer granted.` : `${removed.path} was not granted.`);
    },
  };
  return [grant, revoke];
}

/** A terminal cannot show the card of this question. */
export function needsWindow(command?: string) {
  const answer = refused('needs_window', 'This needs a second yes, which only the window can ask for.');
  return command === undefined ? answer : { ...answer, remedy: { label: 'Ask at the terminal', command } };
}

function pathOf({ rest }: CommandCall): string | null {
  const found = /^path\s+(\S[\s\S]*)$/i.exec(rest);
  return found?.[1]?.trim().replace(/^"(.*)"$/s, '$1') || null;
}
