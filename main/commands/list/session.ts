import type { Conversations } from '../../agent/conversations-port.ts';
import { type Command, refused, said } from '../command.ts';

type Reach = Pick<Conversations, 'startSession' | 'compact' | 'isBusy' | 'note' | 'open'>;

const NO_CONVERSATION = refused(
  'no_conversation',
  'This works inside a conversation. From a terminal, name it with --session.',
);

/** `/new`: the model starts afresh, the conversation stays readable. */
export function newSession(conversations: Reach): Command {
  return {
    name: 'new',
    aliases: ['clear'],
    summary: 'Starts afresh here: the model forgets the conversation, nothing is deleted',
    who: 'allowed',
    async run({ conversationId }) {
      if (conversations.open(conversationId).entries.length === 0) return NO_CONVERSATION;
      const started = conversations.startSession(conversationId);
      if (conversations.isBusy(conversationId) && conversations.open(conversationId).turn) {
        started.catch(() => undefined);
        return said('A fresh start follows as soon as what runs here has ended.');
      }
      await started;
      return said('A fresh start: the model no longer knows what is above. Search still finds it.');
    },
  };
}

/** `/compact`: summarises what the model is sent of this conversation. */
export function compact(conversations: Reach): Command {
  return {
    name: 'compact',
    summary: 'Summarises this conversation for the model, so that more fits',
    who: 'allowed',
    run({ conversationId }) {
      if (conversations.open(conversationId).entries.length === 0) return NO_CONVERSATION;
      const waits = conversations.open(conversationId).turn !== null;
      // A summary takes a model call: the answer does not wait for it, its end is told by a line of its own.
      conversations
        .compact(conversationId)
        .then((end) => {
          if (end.ok) return;
          conversations.note(conversationId, { tone: 'warn', code: end.code, text: `Not summarised. ${end.text}` });
        })
        .catch(() => undefined);
      return said(waits ? 'The summary is made as soon as what runs here has ended.' : 'Making a summary.');
    },
  };
}
