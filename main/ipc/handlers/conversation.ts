import type { IpcHandlers } from '../../../protocol/ipc/routes.ts';
import type { Conversations } from '../../agent/conversations-port.ts';
import { windowCaller } from '../../host/callers.ts';
import { IpcRefusal } from '../refusal.ts';

type Routes = Extract<keyof IpcHandlers, `conversation.${string}` | 'tool-result.read'>;

/** Conversations, as the owner at the window. */
export function conversationHandlers(conversations: Conversations): Pick<IpcHandlers, Routes> {
  return {
    'conversation.list': ({ search }) => conversations.list(search),
    'conversation.create': () => conversations.create(),
    'conversation.open': ({ conversationId }) => conversations.open(conversationId),
    async 'conversation.delete'({ conversationId }) {
      await conversations.remove(conversationId);
      return null;
    },
    'conversation.rename'({ conversationId, title }) {
      conversations.rename(conversationId, title);
      return null;
    },
    'conversation.send': (input) => conversations.send(input, windowCaller(input.conversationId)),
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
