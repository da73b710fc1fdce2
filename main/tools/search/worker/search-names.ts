import { relative, sep } from 'node:path';
import picomatch from 'picomatch';
import type { GlobJob, SearchAnswer } from './messages.ts';
import { walk } from './walk.ts';

export function searchNames(job: GlobJob): SearchAnswer {
  const matches = picomatch(toPicomatch(job.pattern), { dot: true, nonegate: true, noextglob: true });
  const paths: string[] = [];
  const denied = walk(job.root, {
    rules: job.rules,
    maxDepth: depthOf(job.pattern),
    visit(entry) {
      const path = relative(job.root, entry.shown).split(sep).join('/');
      if (matches(path)) paths.push(entry.shown);
      return paths.length <= job.maxResults;
    },
  });
  return { matches: [], paths, denied };
}

/** Only `*`, `**`, `?`, `[...]`, `[!...]` and `{a,b}` are special: brackets and bars of a name stand for themselves. */
function toPicomatch(pattern: string): string {
  return pattern.replace(/\\.|\[!|[()|+]/g, (part) => {
    if (part === '[!') return '[^';
    return part.length > 1 ? part : `\\${part}`;
  });
}

/** Without `**` a pattern cannot match deeper than it has parts. */
function depthOf(pattern: string): number {
  return pattern.includes('**') ? Number.POSITIVE_INFINITY : pattern.split('/').length;
}
