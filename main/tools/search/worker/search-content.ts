import { createMatcher } from './matcher.ts';
import type { ContentJob, LineMatch, SearchAnswer } from './messages.ts';
import { scanFile } from './scan-file.ts';
import { walk } from './walk.ts';

/** Characters of found lines after which a search ends: a model could not use more. */
export const MOST_TEXT = 400_000;

export function searchContent(job: ContentJob): SearchAnswer {
  const matcher = createMatcher(job.pattern, job.regex);
  const matches: LineMatch[] = [];
  const most = job.maxResults + 1;
  let room = MOST_TEXT;
  const scan = (shown: string, real: string): boolean => {
    for (const { line, text } of scanFile(real, matcher, most - matches.length, job.rules)) {
      matches.push({ path: shown, line: line + 1, text });
      room -= text.length + shown.length;
    }
    return matches.length < most && room > 0;
  };
  if (job.single) {
    scan(job.root, job.root);
    return { matches, paths: [], denied: [] };
  }
  const { index, count } = job.share;
  const denied = walk(job.root, {
    rules: job.rules,
    visit(entry) {
      // A link to a file below the same root: the file itself is on the way.
      if (entry.directory || (entry.linked && entry.real.startsWith(`${job.root}/`))) return true;
      return shareOf(entry.shown, count) === index ? scan(entry.shown, entry.real) : true;
    },
  });
  return { matches, paths: [], denied: index === 0 ? denied : [] };
}

/** Which worker a path belongs to; the same in every worker, also when the tree changes meanwhile. */
function shareOf(path: string, count: number): number {
  if (count === 1) return 0;
  let hash = 0;
  for (let at = Math.max(0, path.length - 24); at < path.length; at += 1) hash = (hash * 31 + path.charCodeAt(at)) | 0;
  return (hash >>> 3) % count;
}
