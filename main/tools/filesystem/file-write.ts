import { z } from 'zod';
import type { ToolResult } from '../../registry/capability.ts';
import { defineTool } from '../../registry/define-tool.ts';
import { replaceFile } from '../../sandbox/files/replace-file.ts';
import { refuse } from '../../sandbox/refusal.ts';
import { failureModes } from '../failure-modes.ts';
import { nameOf, path, text } from '../fields.ts';
import { PATH_CODE_NAMES } from '../path-codes.ts';
import type { ToolReach } from '../reach.ts';
import { FILESYSTEM_CODES } from './codes.ts';

/** More than any model writes in one call. */
const LONGEST_CONTENT = 10_000_000;

export const fileWrite = defineTool<Pick<ToolReach, 'sandbox' | 'ids'>>()({
  name: 'file_write',
  category: 'filesystem',
  policy: 'read_write',
  ownerOnly: false,
  description:
    'Write a whole text file as UTF-8, replacing what was there. Missing folders are made unless mkdir is false.',
  help: {
    whenToUse: 'For new files and complete rewrites. To change a part of a file use file_edit.',
    failureModes: failureModes(
      FILESYSTEM_CODES,
      'is_directory',
      'not_a_file',
      'invalid_content',
      'missing_parent',
      'write_failed',
      ...PATH_CODE_NAMES,
    ),
  },
  input: z.object({
    path: path('The file.'),
    content: text(LONGEST_CONTENT).describe('The whole new content.'),
    mkdir: z.boolean().optional().describe('Make missing folders. Default true.'),
  }),
  title: (input) => `Write ${nameOf(input, 'path', 'a file')}`,
  async run(input, context, { sandbox, ids }): Promise<ToolResult> {
    if (input.content.includes('\0'))
      return refuse('invalid_content', 'The content contains a NUL byte. Nothing was written.');
    const view = await sandbox.view(context.caller, 'file_write');
    const decision = await view.decide(input.path);
    if (!decision.ok) return decision;
    const bytes = Buffer.from(input.content, 'utf8');
    const written = await replaceFile(view, decision.path, bytes, { makeParents: input.mkdir ?? true, ids });
    if (!written.ok) return written;
    return { ok: true, text: `Wrote ${bytes.length} bytes to ${decision.path}.` };
  },
});
