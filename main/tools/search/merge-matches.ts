import type { LineMatch, SearchAnswer } from './worker/messages.ts';
import { MOST_TEXT } from './worker/search-content.ts';

/** The shares of a search as one list in the order of path, then line. */
export function mergeMatches(
  answers: readonly SearchAnswer[],
  maxResults: number,
): { matches: LineMatch[]; truncated: boolean } {
  const all = answers.flatMap((answer) => answer.matches).sort(byPathThenLine);
  const matches: LineMatch[] = [];
  let room = MOST_TEXT;
  for (const match of all.slice(0, maxResults)) {
    room -= match.text.length + match.path.length;
    if (room < 0 && matches.length > 0) break;
    matches.push(match);
  }
  return { matches, truncated: matches.length < all.length };
}

function byPathThenLine(a: LineMatch, b: LineMatch): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.line - b.line;
}
