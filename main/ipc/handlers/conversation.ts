import type { IpcHandlers } from '../../../protocol/ipc/routes.ts';
import type { Conversations } from '../../agent/conversations-port.ts';
import type { Ingress } from '../../commands/ports.ts';
import { windowCaller } from '../../host/callers.ts';
import { IpcRefusal } from '../refusal.ts';

type Routes = Extract<
  keyof IpcHandlers,
  `conversation.${string}` | 'tool-result.read' | 'history.search' | 'command.list'
>;

/** Conversations, as the owner at the window. */
export function conversationHandlers(conversations: Conversations, ingress: Ingress): Pick<IpcHandlers, Routes> {
  return {
    'conversation.list': ({ search }) => conversations.list(search),
    'conversation.create': () => conversations.create(),
    'conversation.open': ({ conversationId }) => conversations.open(conversationId),
    'conversation.page': ({ conversationId, before }) => conversations.page(conversationId, before),
    'history.search': ({ query, before }) => conversations.search(query, before),
    'command.list': () => ingress.list(windowCaller('')),
    async 'conversation.delete'({ conversationId }) {
      await conversations.remove(conversationId);
      return null;
    },
    'conversation.rename'({ conversationId, title }) {
      conversations.rename(conversationId, title);
      return null;
    },
    async 'conversation.send'(input) {
      const caller = windowCaller(input.conversationId);
      const sent = await ingress.send(input, caller, { inPerson: true, keep: true });
      if (sent.entry === null) throw new Error('A command of the window left no line.');
      return sent.entry;
    },
    'conversation.stop-all': () => conversations.stopAll(),
    'conversation.stop': async ({ conversationId }) => ({ stopped: await conversations.stop(conversationId) }),
    'conversation.unqueue'({ conversationId, id }) {
      conversations.unqueue(conversationId, id);
      return null;
    },
    'tool-result.read'({ conversationId, callId }) {
      const text = conversations.readToolResult(conversationId, callId);
      if (text === null) throw new IpcRefusal('unknown_tool_call', 'There is no result of this tool call.');
      return { text };
    },
  };
}
