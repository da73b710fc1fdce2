import type { ControlResult } from '../../../protocol/ipc/shapes.ts';
import type { Conversations, StopTotals } from '../../agent/conversations-port.ts';
import { type Command, said } from '../command.ts';

/** `/stop`: everything, at once. */
export function stop(reach: { conversations: Pick<Conversations, 'stopAll'>; endScreenUse(): Promise<void> }): Command {
  return {
    name: 'stop',
    summary: 'Stops everything that runs, in every conversation, and clears the queues',
    who: 'owner',
    async run() {
      const [totals] = await Promise.all([reach.conversations.stopAll(), reach.endScreenUse()]);
      return said(stopWords(totals));
    },
  };
}

/** What was ended, in words. */
export function stopWords({ turns, waiting, background }: StopTotals): string {
  const parts = [
    counted(turns, 'running request', 'running requests'),
    counted(background, 'background task', 'background tasks'),
    counted(waiting, 'waiting message', 'waiting messages'),
  ].filter((part) => part !== '');
  if (parts.length === 0) return 'Nothing was running.';
  return `Stopped: ${parts.join(', ')}.`;
}

function counted(count: number, one: string, many: string): string {
  if (count === 0) return '';
  return `${count} ${count === 1 ? one : many}`;
}

/** `/pause` and `/resume`: the owner takes the desktop back, and gives it again. */
export function screenControl(computer: {
  pause(): Promise<ControlResult>;
  resume(): Promise<ControlResult>;
}): Command[] {
  return [
    {
      name: 'pause',
      summary: 'Takes mouse and keyboard back from the agent; its work waits',
      who: 'owner',
      run: async () => said((await computer.pause()).text),
    },
    {
      name: 'resume',
      summary: 'Lets the agent use mouse and keyboard again',
      who: 'owner',
      run: async () => said((await computer.resume()).text),
    },
  ];
}
