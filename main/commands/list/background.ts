import type { Conversations } from '../../agent/conversations-port.ts';
import type { BackgroundTask } from '../../agent/store-port.ts';
import { type Command, refused, said, usageOf } from '../command.ts';

const SHOWN = 15;

/** `/background`: a task beside the conversations, without a person to ask. */
export function background(reach: {
  conversations: Pick<Conversations, 'background'>;
  /** False in a host that ends with the command that started it. */
  staysRunning: boolean;
}): Command {
  const command: Command = {
    name: 'background',
    aliases: ['bg'],
    usage: 'TASK',
    summary: 'Runs a task beside this conversation; it cannot ask you anything or use the screen',
    who: 'owner',
    takesAttachments: true,
    async run({ rest, input, caller }) {
      if (rest === '') return usageOf(command);
      // Else the agent's own shell could set task after task going.
      if (caller.selfStarted) return refused('not_in_person', 'A task of the agent cannot start background tasks.');
      if (!reach.staysRunning) {
        return refused(
          'app_not_running',
          'A background task needs the app: without it nothing runs on. Start Fermix first.',
        );
      }
      const { conversationId, title } = await reach.conversations.background({ ...input, text: rest }, caller);
      const remedy = { label: 'Open the task', page: `chat/${conversationId}` };
      const told = caller.channel === 'cli' ? '/tasks shows how it stands.' : 'You are told here when it ends.';
      return { ...said(`Started in the background: “${title}”. ${told}`), remedy };
    },
  };
  return command;
}

/** `/tasks`: what runs in the background, and what did lately. */
export function tasks(conversations: Pick<Conversations, 'tasks'>): Command {
  return {
    name: 'tasks',
    summary: 'Lists the background tasks, the newest first',
    who: 'allowed',
    run() {
      const found = conversations.tasks(SHOWN);
      if (found.length === 0) return said('There are no background tasks. /background TASK starts one.');
      return said(found.map(line).join('\n'));
    },
  };
}

const STATES: Record<BackgroundTask['state'], string> = {
  running: 'running',
  completed: 'done',
  failed: 'failed',
  stopped: 'stopped',
  interrupted: 'ended when the app closed',
};

function line({ title, state, startedAt }: BackgroundTask): string {
  const at = new Date(startedAt).toISOString().slice(0, 16).replace('T', ' ');
  return `${STATES[state]}: ${title} (started ${at} UTC)`;
}
