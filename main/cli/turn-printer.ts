import type { ApprovalEntry, ToolEntry } from '../../protocol/conversation/entry.ts';
import type { NumberedEvent, ToolEndEvent } from '../../protocol/conversation/event.ts';
import type { CliIo } from './cli-io.ts';
import { toPlainLine, toPlainText } from './plain-text.ts';

export interface TurnPrinter {
  onEvent(numbered: NumberedEvent): void;
  /** Ends an open line and takes back an open question. */
  end(): void;
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
  const questions = new Map<string, AbortController>();
  let lineOpen = false;

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

  async function question(entry: ApprovalEntry): Promise<void> {
    const controller = new AbortController();
    questions.set(entry.id, controller);
    say(`${toPlainLine(entry.title)}\n  ${toPlainLine(entry.exact)}\n  Reason given: ${toPlainLine(entry.reason)}`);
    const allow = await io.confirm('Allow?', controller.signal);
    if (controller.signal.aborted || allow === null) return;
    try {
      say(toPlainText((await options.approve(entry.id, allow)).text));
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    }
  }

  return {
    onEvent({ event }) {
      switch (event.type) {
        case 'text-delta':
          return writeText(event.text);
        case 'assistant-end':
          return endLine();
        case 'tool-start':
          return void titles.set(event.entry.id, toolTitle(event.entry));
        case 'tool-end':
          return say(toolLine(titles.get(event.id) ?? 'Tool', event));
        case 'notice-add':
          return say(toPlainText(event.entry.text));
        case 'approval-start':
          return void question(event.entry);
        case 'approval-end':
          return questions.get(event.id)?.abort();
        default:
          return undefined;
      }
    },
    end() {
      for (const controller of questions.values()) controller.abort();
      endLine();
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
