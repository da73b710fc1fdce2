import { z } from 'zod';
import type { ToolResult } from '../../registry/capability.ts';
import { defineTool } from '../../registry/define-tool.ts';
import { openDecided } from '../../sandbox/files/open-file.ts';
import { refuse, shown } from '../../sandbox/refusal.ts';
import { failureModes } from '../failure-modes.ts';
import { nameOf, path, wholeNumber } from '../fields.ts';
import { PATH_CODE_NAMES } from '../path-codes.ts';
import type { ToolReach } from '../reach.ts';
import { FILESYSTEM_CODES } from './codes.ts';
import { type LineRange, MOST_BYTES, readLines } from './read-lines.ts';

export const fileRead = defineTool<Pick<ToolReach, 'sandbox'>>()({
  name: 'file_read',
  category: 'filesystem',
  policy: 'read_only',
  ownerOnly: true,
  description:
    'Read a text file, whole or a range of its lines. At most 100 KB a call; a longer file ends with a note that tells ' +
    'the offset to go on from.',
  help: {
    examples: [{ description: 'Lines 200 to 299', input: { path: 'notes.txt', offset: 200, limit: 100 } }],
    failureModes: failureModes(
      FILESYSTEM_CODES,
      'missing_path',
      'not_found',
      'is_directory',
      'not_a_file',
      'not_text',
      'unreadable',
      'invalid_range',
      ...PATH_CODE_NAMES,
    ),
  },
  input: z.object({
    path: path('The file.'),
    offset: wholeNumber('First line, counted from 1. Default 1.', 1).optional(),
    limit: wholeNumber('Number of lines. Default: all.', 1).optional(),
  }),
  title: (input) => `Read ${nameOf(input, 'path', 'a file')}`,
  async run(input, context, { sandbox }): Promise<ToolResult> {
    if (input.path.trim() === '') return refuse('missing_path', 'The path is empty. Name a file.');
    const offset = input.offset ?? 1;
    const limit = input.limit ?? Number.MAX_SAFE_INTEGER;
    if (![offset, limit].every((value) => Number.isSafeInteger(value) && value >= 1))
      return refuse('invalid_range', '"offset" and "limit" must be whole numbers from 1.');
    const view = await sandbox.view(context.caller, 'file_read');
    const decision = await view.decide(input.path);
    if (!decision.ok) return decision;
    const file = await openDecided(view, decision.path);
    if (!file.ok) return file;
    try {
      const range = await readLines(file.handle, offset, limit, context.signal);
      if (range) return { ok: true, text: describe(range, offset) };
      return refuse('not_text', `${shown(file.path)} is not a text file.`);
    } finally {
      await file.handle.close();
    }
  },
});

function describe(range: LineRange, offset: number): string {
  const { text, shown: count, lines, ended, cutLine, replaced } = range;
  if (count === 0)
    return lines === 0 ? '[The file is empty.]' : `[The file has ${lines} lines; line ${offset} is past its end.]`;
  const notes: string[] = [];
  if (cutLine) notes.push(`Line ${offset} is longer than ${MOST_BYTES} bytes and is cut here.`);
  if (!ended) notes.push(`Lines ${offset} to ${offset + count - 1} are shown; continue with offset ${offset + count}.`);
  if (replaced) notes.push('Bytes that are not valid UTF-8 are shown as \uFFFD.');
  if (notes.length === 0) return text;
  return `${text}${text.endsWith('\n') ? '' : '\n'}[${notes.join(' ')}]`;
}
