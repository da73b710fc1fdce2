import { z } from 'zod';
import type { ToolResult } from '../../registry/capability.ts';
import { defineTool } from '../../registry/define-tool.ts';
import { notAFile } from '../../sandbox/files/open-file.ts';
import { fail, refuse, shown } from '../../sandbox/refusal.ts';
import { failureModes } from '../failure-modes.ts';
import { clamp, nameOf, path, short, text, wholeNumber } from '../fields.ts';
import { PATH_CODE_NAMES } from '../path-codes.ts';
import type { ToolReach } from '../reach.ts';
import { SEARCH_CODES } from './codes.ts';
import { compileRegex } from './compile-regex.ts';
import { mergeMatches } from './merge-matches.ts';
import { notDone } from './search-ending.ts';

const LONGEST_PATTERN = 10_000;
const DEFAULT_TIMEOUT_MS = 30_000;

export const contentSearch = defineTool<Pick<ToolReach, 'sandbox' | 'search'>>()({
  name: 'content_search',
  category: 'search',
  policy: 'read_only',
  ownerOnly: true,
  deadlineMs: 130_000,
  description:
    'Find lines in the text files of a folder, or in one file. The pattern is literal text, or a regular expression ' +
    '(JavaScript) with regex true; upper and lower case differ. Answers {matches: [{path, line, text}], truncated}.',
  help: {
    examples: [{ description: 'Where a function is called', input: { pattern: 'openStore(', path: 'src' } }],
    failureModes: failureModes(
      SEARCH_CODES,
      'not_found',
      'not_a_file',
      'invalid_pattern',
      'invalid_regex',
      'timeout',
      'search_failed',
      'stopped',
      ...PATH_CODE_NAMES,
    ),
  },
  input: z.object({
    pattern: text(LONGEST_PATTERN).describe('What to find: a part of one line.'),
    path: path('The folder or file to search in. Default: the working directory.').optional(),
    regex: z.boolean().optional().describe('The pattern is a regular expression. Default false.'),
    max_results: wholeNumber('Most lines to return, 1 to 1000. Default 200.', 1).optional(),
    timeout_ms: wholeNumber('Milliseconds, 1 to 120000. Default 30000.', 1).optional(),
  }),
  title: (input) => `Search for ${short(input['pattern'], 40)} in ${nameOf(input, 'path', 'the working directory')}`,
  async run(input, context, { sandbox, search }): Promise<ToolResult> {
    const { pattern, regex = false } = input;
    if (pattern === '' || pattern.includes('\0') || (!regex && pattern.includes('\n')))
      return refuse('invalid_pattern', 'The pattern must be a part of one line: not empty, no line end, no NUL byte.');
    const bad = regex ? badRegex(pattern) : null;
    if (bad !== null) return refuse('invalid_regex', `The regular expression cannot be read: ${bad}.`);
    const view = await sandbox.view(context.caller, 'content_search');
    const decision = await view.decide(input.path ?? view.workingDirectory);
    if (!decision.ok) return decision;
    const { path: root, stats } = decision;
    if (!stats) return fail('not_found', `${shown(root)} does not exist.`);
    const single = stats.isFile();
    if (!single && !stats.isDirectory()) return notAFile(root);
    const maxResults = clamp(input.max_results ?? 200, 1, 1_000);
    const timeoutMs = clamp(input.timeout_ms ?? DEFAULT_TIMEOUT_MS, 1, 120_000);
    const count = single ? 1 : search.size;
    const jobs = Array.from({ length: count }, (_, index) => ({
      kind: 'content' as const,
      ...{ root, single, pattern, regex, maxResults, rules: view.rules, share: { index, count } },
    }));
    const ending = await search.run(jobs, { timeoutMs, signal: context.signal });
    if (ending.kind !== 'done') return notDone(ending, timeoutMs);
    view.traceDenials(ending.answers.flatMap((answer) => answer.denied));
    return { ok: true, text: JSON.stringify(mergeMatches(ending.answers, maxResults)) };
  },
});

function badRegex(pattern: string): string | null {
  try {
    compileRegex(pattern);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 300) : 'it is not valid';
  }
}
