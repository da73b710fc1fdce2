import type { Denial, PathRules } from '../../../sandbox/paths/rules.ts';

/** A line that matched. `text` is at most 2,000 characters. */
export interface LineMatch {
  path: string;
  /** 1-based. */
  line: number;
  text: string;
}

/** Where to look: `root` is canonical and was decided by the sandbox. */
interface Place {
  root: string;
  rules: PathRules;
  maxResults: number;
}

export interface ContentJob extends Place {
  kind: 'content';
  /** True when `root` is a single file. */
  single: boolean;
  pattern: string;
  regex: boolean;
  /** Which part of the files this worker looks at: each file belongs to exactly one of `count` workers. */
  share: { index: number; count: number };
}

export interface GlobJob extends Place {
  kind: 'glob';
  /** Relative to `root`, already checked. */
  pattern: string;
}

export type SearchJob = ContentJob | GlobJob;

/** One more result than was asked for tells that there are more. */
export interface SearchAnswer {
  matches: LineMatch[];
  paths: string[];
  denied: { path: string; code: Denial }[];
}
