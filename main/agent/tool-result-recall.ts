import { z } from 'zod';
import type { Capability, ToolResult } from '../registry/capability.ts';
import { bindTool, defineTool } from '../registry/define-tool.ts';
import type { Caller } from '../registry/policy.ts';
import { cutBytes } from './limit-text.ts';
import type { ConversationStore } from './store-port.ts';

const OUTPUT_BYTES = 16_000;
const MAX_HITS = 200;
const MAX_LINES = 400;
const LINE_PIECE = 4_000;

type Reach = Pick<ConversationStore, 'exists' | 'find'>;

const NO_STORE = { code: 'no_store', text: 'There are no earlier results to read here.' };

const tool = defineTool<Reach>()({
  name: 'tool_result_recall',
  category: 'system',
  policy: 'read_only',
  ownerOnly: false,
  description:
    'Reads the original text of an earlier tool result of this conversation, by its call id: lines from an offset, or the lines that contain a text. Use it when a result was condensed and the digest left out what you need. It never runs the tool again.',
  help: {
    whenToUse: 'A result begins with "Digest of a result" and a detail is missing.',
    examples: [
      { description: 'Lines with a word', input: { call_id: 'call_1', query: 'error' } },
      { description: 'Lines 201 to 400', input: { call_id: 'call_1', offset: 201 } },
    ],
    failureModes: [
      { code: 'no_store', text: 'The caller has no conversation with results.' },
      { code: 'unknown_call_id', text: 'No finished call of this conversation has this id.' },
      { code: 'invalid_range', text: 'The offset is after the last line.' },
    ],
  },
  input: z.object({
    call_id: z.string().min(1).max(1000).describe('Id of the call, as its digest names it.'),
    query: z.string().min(1).max(1000).optional().describe('Literal text to look for, upper and lower case alike.'),
    offset: z.number().int().min(1).optional().describe('First line, from 1. Default 1.'),
    limit: z.number().int().min(1).max(MAX_LINES).optional().describe('Number of lines, at most 400. Default 200.'),
  }),
  title: (input) => `Read the result of ${String(input['call_id'] ?? 'a call')} again`,
  authorize: (caller, reach) => (hasResults(caller, reach) ? null : NO_STORE),
  async run(input, context, reach): Promise<ToolResult> {
    const { conversationId } = context.caller;
    const row = reach.find(conversationId, 'tool', input.call_id);
    if (row?.kind !== 'tool' || !row.end) {
      const text = `No finished call of this conversation has the id "${input.call_id.slice(0, 100)}".`;
      return { ok: false, code: 'unknown_call_id', text };
    }
    const lines = linesOf(row.end.text);
    const { external } = row.end;
    if (input.query !== undefined) return { ok: true, external, text: linesWith(lines, input.query) };
    const offset = input.offset ?? 1;
    if (offset > lines.length) {
      return {
        ok: false,
        code: 'invalid_range',
        text: `The result has ${lines.length} lines; line ${offset} is after its end.`,
      };
    }
    return { ok: true, external, text: range(lines, offset, input.limit ?? 200) };
  },
});

/** Reads what the store keeps of the caller's own conversation, nothing else. */
export function toolResultRecall(store: Reach): Capability {
  return bindTool(tool, store);
}

/** Lines as they are counted here; a line over 4 000 characters counts as several, so that all of it can be read. */
function linesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => (line.length <= LINE_PIECE ? [line] : pieces(line)));
}

function pieces(line: string): string[] {
  const letters = [...line];
  const count = Math.ceil(letters.length / LINE_PIECE);
  return Array.from({ length: count }, (_, index) =>
    letters.slice(index * LINE_PIECE, (index + 1) * LINE_PIECE).join(''),
  );
}

function hasResults(caller: Caller, store: Reach): boolean {
  return caller.conversationId !== '' && store.exists(caller.conversationId);
}

function linesWith(lines: readonly string[], query: string): string {
  const wanted = query.toLowerCase();
  const hits = lines.flatMap((line, index) => (line.toLowerCase().includes(wanted) ? [`${index + 1}: ${line}`] : []));
  if (hits.length === 0) return `No line of ${lines.length} contains this text.`;
  const more = hits.length > MAX_HITS ? `\n[${hits.length - MAX_HITS} more lines match.]` : '';
  return capped(hits.slice(0, MAX_HITS).join('\n')) + more;
}

function range(lines: readonly string[], offset: number, limit: number): string {
  const end = Math.min(lines.length, offset - 1 + limit);
  const rest = end < lines.length ? `\n[${lines.length - end} more lines; go on at offset ${end + 1}.]` : '';
  return capped(lines.slice(offset - 1, end).join('\n')) + rest;
}

function capped(text: string): string {
  return cutBytes(text, OUTPUT_BYTES, '\n[Cut at 16 000 bytes: ask for fewer lines.]');
}
