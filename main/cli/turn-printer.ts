import type { ApprovalEntry, ToolEntry } from '../../protocol/conversation/entry.ts';
import type { NumberedEvent, ToolEndEvent } from '../../protocol/conversation/event.ts';
import { DIRECT_INFO } from '../models/direct/direct-client.ts';
import type { CliIo } from './cli-io.ts';
import { toPlainLine, toPlainText } from './plain-text.ts';

export interface TurnPrinter {
  onEvent(numbered: NumberedEvent): void;
  /** Ends an open line, then waits until each question is answered, out of time, or `stop` is aborted. */
  end(stop: AbortSignal): Promise<void>;
  /** True when direct mode answered: the message was a list of commands, not a request to a model. */
  isDirect(): boolean;
}

/** Shows a turn on a terminal: text on stdout, everything else on stderr, one line per tool call. */
export function createTurnPrinter(
  io: CliIo,
  options: {
    streamText: boolean;
    approve(id: string, allow: boolean): Promise<{ text: string }>;
  },
): TurnPrinter {
  const titles = new Map<string, string>();
  const questions = new Map<string, { controller: AbortController; settled: Promise<void> }>();
  let lineOpen = false;
  let direct = false;

  const writeText = (text: string) => {
    if (text === '' || !options.streamText) return;
    io.out(toPlainText(text));
    lineOpen = !text.endsWith('\n');
  };
  const endLine = () => {
    if (lineOpen) io.out('\n');
    lineOpen = false;
  };
  const say = (text: string) => {
    endLine();
    io.err(`${text}\n`);
  };

  const open = (entry: ApprovalEntry) => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), Math.max(0, entry.expiresAt - Date.now()));
    const settled = question(entry, controller.signal).finally(() => clearTimeout(timer));
    questions.set(entry.id, { controller, settled });
  };

  async function question(entry: ApprovalEntry, signal: AbortSignal): Promise<void> {
    say(`${toPlainLine(entry.title)}\n  ${toPlainLine(entry.exact)}\n  Reason given: ${toPlainLine(entry.reason)}`);
    const allow = await io.confirm('Allow?', signal);
    if (allow === null) return say('There is no terminal to ask on, so the question is not answered.');
    if (signal.aborted) return say('The question is no longer open.');
    try {
      say(toPlainText((await options.approve(entry.id, allow)).text));
    } catch (error) {
      say(toPlainText(error instanceof Error ? error.message : String(error)));
    }
  }

  return {
    onEvent({ event }) {
      switch (event.type) {
        case 'text-delta':
          return writeText(event.text);
        case 'assistant-start':
          direct = event.entry.model === DIRECT_INFO.id;
          return undefined;
        case 'assistant-end':
          return endLine();
        case 'tool-start':
          return void titles.set(event.entry.id, toolTitle(event.entry));
        case 'tool-end':
          return say(toolLine(titles.get(event.id) ?? 'Tool', event));
        case 'notice-add':
          return say(toPlainText(event.entry.text));
        case 'approval-start':
          return open(event.entry);
        case 'approval-end':
          return questions.get(event.id)?.controller.abort();
        default:
          return undefined;
      }
    },
    isDirect: () => direct,
    async end(stop) {
      endLine();
      const abort = () => {
        for (const { controller } of questions.values()) controller.abort();
      };
      stop.addEventListener('abort', abort, { once: true });
      if (stop.aborted) abort();
      await Promise.all([...questions.values()].map(({ settled }) => settled));
      stop.removeEventListener('abort', abort);
    },
  };
}

function toolTitle(entry: ToolEntry): string {
  return `[${toPlainLine(entry.name)}] ${toPlainLine(entry.title)}`;
}

function toolLine(title: string, end: ToolEndEvent): string {
  const seen = end.outcome === 'performed' ? 'done' : end.outcome.replace('_', ' ');
  return `${title}: ${seen}${end.code === undefined ? '' : ` (${toPlainLine(end.code)})`}`;
}
