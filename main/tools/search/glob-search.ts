import { join } from 'node:path';
import { z } from 'zod';
import type { ToolResult } from '../../registry/capability.ts';
import { defineTool } from '../../registry/define-tool.ts';
import { fail, refuse, shown } from '../../sandbox/refusal.ts';
import { failureModes } from '../failure-modes.ts';
import { clamp, path, short, wholeNumber } from '../fields.ts';
import { PATH_CODE_NAMES } from '../path-codes.ts';
import type { ToolReach } from '../reach.ts';
import { SEARCH_CODES } from './codes.ts';
import { splitGlob } from './glob-pattern.ts';
import { notDone } from './search-ending.ts';

const TIMEOUT_MS = 30_000;

export const globSearch = defineTool<Pick<ToolReach, 'sandbox' | 'search'>>()({
  name: 'glob_search',
  category: 'search',
  policy: 'read_only',
  ownerOnly: true,
  description:
    'Find files and folders by name. The pattern is matched against the whole path below the root and may use *, **, ' +
    '?, [...] and {a,b}; names that start with a dot are included. Answers {paths, truncated}.',
  help: {
    examples: [
      { description: 'Every TypeScript file', input: { pattern: '**/*.ts', path: '~/projects/x' } },
      { description: 'What is in a folder', input: { pattern: '*' } },
    ],
    failureModes: failureModes(
      SEARCH_CODES,
      'not_found',
      'not_a_directory',
      'invalid_pattern',
      'timeout',
      'search_failed',
      'stopped',
      ...PATH_CODE_NAMES,
    ),
  },
  input: z.object({
    pattern: z.string().describe('The pattern, for example **/*.md.'),
    path: path('The folder to search in. Default: the working directory.').optional(),
    max_results: wholeNumber('Most paths to return, 1 to 1000. Default 200.', 1).optional(),
  }),
  title: (input) => `Find ${short(input['pattern'], 60) || 'files'}`,
  async run(input, context, { sandbox, search }): Promise<ToolResult> {
    const glob = splitGlob(input.pattern);
    if (typeof glob === 'string') return refuse('invalid_pattern', glob);
    const view = await sandbox.view(context.caller, 'glob_search');
    const root = await view.decide(input.path ?? view.workingDirectory);
    if (!root.ok) return root;
    const isRooted = glob.base.startsWith('/') || glob.base.startsWith('~');
    const place = glob.base === '' ? root : await view.decide(isRooted ? glob.base : join(root.path, glob.base));
    if (!place.ok) return place;
    if (!root.stats) return fail('not_found', `${shown(root.path)} does not exist.`);
    if (!root.stats.isDirectory()) return refuse('not_a_directory', `${shown(root.path)} is a file, not a folder.`);
    if (!place.stats?.isDirectory()) return found([], 1);
    const maxResults = clamp(input.max_results ?? 200, 1, 1_000);
    const job = { kind: 'glob' as const, root: place.path, pattern: glob.pattern, maxResults, rules: view.rules };
    const ending = await search.run([job], { timeoutMs: TIMEOUT_MS, signal: context.signal });
    if (ending.kind !== 'done') return notDone(ending, TIMEOUT_MS);
    view.traceDenials(ending.answers.flatMap((answer) => answer.denied));
    return found(
      ending.answers.flatMap((answer) => answer.paths),
      maxResults,
    );
  },
});

function found(all: readonly string[], maxResults: number): ToolResult {
  return { ok: true, text: JSON.stringify({ paths: all.slice(0, maxResults), truncated: all.length > maxResults }) };
}
