import { type Command, refused, usageOf } from '../command.ts';

/** `/ultra`: an ordinary turn with many more workers, asked for breadth. */
export const ultra: Command = {
  name: 'ultra',
  usage: 'REQUEST',
  summary: 'Works on a request with many workers at once: slower and dearer, broader and checked',
  who: 'owner',
  takesAttachments: true,
  message({ rest, caller, input }) {
    if (rest === '') return usageOf(ultra);
    // Else the agent's own shell could spend without end.
    if (caller.selfStarted) return refused('not_in_person', 'A task of the agent cannot start an ultra turn.');
    return { input: { ...input, text: rest, when: 'queue' }, caller: { ...caller, ultra: true } };
  },
  run: () => usageOf(ultra),
};
