import type { Approvals } from '../../approvals/ports.ts';
import { type Command, type CommandCall, refused, said } from '../command.ts';

interface Reach {
  approvals: Pick<Approvals, 'pending' | 'answer'>;
  /** True while the agent can send mouse and keyboard input: it could then type the answer itself. */
  agentHasInput(): boolean;
}

/** `/confirm` and `/deny`: the answer to a question of this conversation, in writing. */
export function answers(reach: Reach): Command[] {
  return [
    {
      name: 'confirm',
      usage: '[QUESTION]',
      summary: 'Allows what is asked here; with several questions, name one by its id',
      who: 'owner',
      inPersonOnly: true,
      run(call) {
        if (reach.agentHasInput()) return AGENT_HAS_INPUT;
        return answer(reach, call, true);
      },
    },
    {
      name: 'deny',
      usage: '[QUESTION]',
      summary: 'Refuses what is asked here',
      who: 'owner',
      inPersonOnly: true,
      run: (call) => answer(reach, call, false),
    },
  ];
}

const AGENT_HAS_INPUT = refused(
  'agent_has_input',
  'The agent is operating this computer, so an answer that is typed could be its own. Pause computer use, or use the button of the question.',
);

async function answer({ approvals }: Reach, { rest, conversationId, caller, inPerson }: CommandCall, allow: boolean) {
  const here = approvals.pending().filter((one) => one.conversationId === conversationId);
  const meant = rest === '' ? here : approvals.pending().filter(({ id }) => id === rest);
  if (rest !== '' && meant.length === 0) return refused('unknown_token', `No question “${rest.slice(0, 60)}” is open.`);
  if (meant.length === 0) return refused('unknown_token', 'No question is open here.');
  if (meant.length > 1) {
    return refused(
      'several_questions',
      `Several questions are open. Name one: ${meant.map(({ id }) => id).join(', ')}`,
    );
  }
  const id = meant[0]?.id ?? '';
  // Looked up and checked before anything is taken: a wrong place or a stranger leaves the question open.
  const result = await approvals.answer(id, allow, {
    channel: caller.channel,
    conversationId,
    trust: caller.trust,
    inPerson,
  });
  return said(result.text);
}
