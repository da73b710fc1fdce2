import { z } from 'zod';
import type { ToolResult } from '../../registry/capability.ts';
import { defineTool } from '../../registry/define-tool.ts';
import { openDecided } from '../../sandbox/files/open-file.ts';
import { replaceFile } from '../../sandbox/files/replace-file.ts';
import { fail, refuse, shown } from '../../sandbox/refusal.ts';
import { failureModes } from '../failure-modes.ts';
import { nameOf, path, text } from '../fields.ts';
import { PATH_CODE_NAMES } from '../path-codes.ts';
import type { ToolReach } from '../reach.ts';
import { FILESYSTEM_CODES } from './codes.ts';
import { replaceOnce } from './replace-text.ts';

const LONGEST_TEXT = 1_000_000;
const LARGEST_FILE = 50_000_000;

export const fileEdit = defineTool<Pick<ToolReach, 'sandbox' | 'ids'>>()({
  name: 'file_edit',
  category: 'filesystem',
  policy: 'read_write',
  ownerOnly: false,
  description:
    'Replace one piece of text in a file. old_string must occur exactly once, byte for byte with its spaces and line ' +
    'ends: give enough lines around it. new_string is put in as it is; empty deletes.',
  help: {
    failureModes: failureModes(
      FILESYSTEM_CODES,
      'file_not_found',
      'not_found',
      'not_unique',
      'empty_old_string',
      'invalid_content',
      'is_directory',
      'not_a_file',
      'too_large',
      'unreadable',
      'changed_meanwhile',
      'write_failed',
      ...PATH_CODE_NAMES,
    ),
  },
  input: z.object({
    path: path('The file.'),
    old_string: text(LONGEST_TEXT).describe('The text to replace, exactly as it is in the file.'),
    new_string: text(LONGEST_TEXT).describe('The text to put in its place; may be empty.'),
  }),
  title: (input) => `Edit ${nameOf(input, 'path', 'a file')}`,
  async run(input, context, { sandbox, ids }): Promise<ToolResult> {
    if (input.old_string === '') return refuse('empty_old_string', '"old_string" is empty. Give the text to replace.');
    if (/\0/.test(input.old_string + input.new_string))
      return refuse('invalid_content', 'The text contains a NUL byte. Nothing was changed.');
    const view = await sandbox.view(context.caller, 'file_edit');
    const decision = await view.decide(input.path);
    if (!decision.ok) return decision;
    const file = await openDecided(view, decision.path);
    if (!file.ok) return file.code === 'not_found' ? fail('file_not_found', file.text) : file;
    try {
      if (file.stats.size > LARGEST_FILE)
        return refuse(
          'too_large',
          `${shown(file.path)} has ${file.stats.size} bytes; at most ${LARGEST_FILE} can be edited.`,
        );
      const content = await file.handle.readFile();
      const edit = replaceOnce(content, Buffer.from(input.old_string), Buffer.from(input.new_string));
      if (!edit.ok) return noSingleOccurrence(edit.count, file.path);
      const options = { makeParents: false, ids, expected: file.stats };
      const written = await replaceFile(view, file.path, edit.bytes, options);
      return written.ok ? { ok: true, text: `Edited ${file.path} at line ${edit.line}.` } : written;
    } finally {
      await file.handle.close();
    }
  },
});

function noSingleOccurrence(count: number, path: string): ToolResult {
  if (count === 0)
    return fail('not_found', `"old_string" does not occur in ${shown(path)}. Read the file and copy the text exactly.`);
  const text = `"old_string" occurs ${count} times in ${shown(path)}. Add lines around it until it is the only one.`;
  return { ...fail('not_unique', text), data: { count } };
}
