import { describe, expect, it } from 'vitest';
import type { CliIo } from '../../../../main/cli/cli-io.ts';
import { createTurnPrinter } from '../../../../main/cli/turn-printer.ts';
import type { ToolEntry } from '../../../../protocol/conversation/entry.ts';
import type { ConversationEvent } from '../../../../protocol/conversation/event.ts';

function createTerminal(answer: boolean | null) {
  const written = { out: '', err: '' };
  const questions: string[] = [];
  const io: CliIo = {
    env: {},
    directory: '/',
    programRoot: '/',
    out(text) {
      written.out += text;
    },
    err(text) {
      written.err += text;
    },
    terminal: { out: true, err: true },
    readStdin: async () => '',
    async confirm(question) {
      questions.push(question);
      return answer;
    },
    stop: new AbortController().signal,
  };
  return { io, written, questions };
}

const tool = { kind: 'tool', id: 'c1', name: 'shell', title: 'Run \u001b[2Jls' } as ToolEntry;

function play(
  events: ConversationEvent[],
  options: { streamText: boolean; answer?: boolean | null } = { streamText: true },
) {
  const terminal = createTerminal(options.answer ?? null);
  const approved: [string, boolean][] = [];
  const printer = createTurnPrinter(terminal.io, {
    streamText: options.streamText,
    async approve(id, allow) {
      approved.push([id, allow]);
      return { text: 'Done.' };
    },
  });
  for (const [index, event] of events.entries()) printer.onEvent({ conversationId: 'c', seq: index + 1, event });
  return { ...terminal, printer, approved };
}

describe('a turn on the terminal', () => {
  it('streams text to stdout and writes one line per tool call to stderr', () => {
    const { written } = play([
      { type: 'text-delta', id: 'a', text: 'I will ' },
      { type: 'text-delta', id: 'a', text: 'look.' },
      { type: 'assistant-end', id: 'a', text: 'I will look.', status: 'done' },
      { type: 'tool-start', entry: tool },
      {
        type: 'tool-end',
        id: 'c1',
        at: 0,
        outcome: 'refused',
        code: 'outside_root',
        text: '',
        truncated: false,
        images: [],
      },
    ]);
    expect(written).toEqual({
      out: 'I will look.\n',
      err: '[shell] Run \ufffd[2Jls: refused (outside_root)\n',
    });
  });

  it('keeps stdout for the JSON answer alone', () => {
    const { written } = play(
      [
        { type: 'text-delta', id: 'a', text: 'hello' },
        { type: 'assistant-end', id: 'a', text: 'hello', status: 'done' },
      ],
      { streamText: false },
    );
    expect(written.out).toBe('');
  });

  it('asks on the terminal and passes the answer on; no terminal means no answer', async () => {
    const start: ConversationEvent = {
      type: 'approval-start',
      entry: {
        kind: 'approval',
        id: 'q1',
        turnId: 't',
        at: 0,
        title: 'Allow a folder',
        exact: '/home/ann/work',
        reason: 'to read it',
        expiresAt: Date.now() + 60_000,
        status: 'pending',
      },
    };
    const yes = play([start], { streamText: true, answer: true });
    await yes.printer.end(new AbortController().signal);
    expect(yes.approved).toEqual([['q1', true]]);
    expect(yes.written.err).toContain('/home/ann/work');
    const none = play([start], { streamText: true, answer: null });
    await none.printer.end(new AbortController().signal);
    expect(none.approved).toEqual([]);
  });
});
