import type { ControlResult } from '../../../protocol/ipc/shapes.ts';
import type { Conversations, StopTotals } from '../../agent/conversations-port.ts';
import { type Command, said } from '../command.ts';

/** `/stop`: everything, at once. */
export function stop(reach: {
  conversations: Pick<Conversations, 'stopAll'>;
  endScreenUse(): Promise<ControlResult>;
}): Command {
  return {
    name: 'stop',
    summary: 'Stops everything that runs, in every conversation, and clears the queues',
    who: 'owner',
    async run() {
      // The screen first: stopping a turn ends its session too, and then nobody could say that there was one.
      const [screen, totals] = await Promise.all([reach.endScreenUse(), reach.conversations.stopAll()]);
      const words = stopWords(totals);
      if (screen.result === 'no_session') return said(words ?? 'Nothing was running.');
      return said([words, screen.text].filter((part) => part !== null).join(' '));
    },
  };
}

/** What was ended, in words; null when there was nothing. */
export function stopWords({ turns, waiting, background }: StopTotals): string | null {
  const parts = [
    counted(turns, 'running request', 'running requests'),
    counted(background, 'background task', 'background tasks'),
    counted(waiting, 'waiting message', 'waiting messages'),
  ].filter((part) => part !== '');
  return parts.length === 0 ? null : `Stopped: ${parts.join(', ')}.`;
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
      // What the agent started must not lift the owner's pause.
      inPersonOnly: true,
      run: async () => said((await computer.resume()).text),
    },
  ];
}
