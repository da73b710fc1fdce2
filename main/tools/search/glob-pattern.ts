/** A pattern in two parts: folders without wildcards, to be judged like any path, and what is matched below them. */
export interface GlobPattern {
  base: string;
  pattern: string;
}

const LONGEST = 4_096;
const SPECIAL = /[*?[\]{}\\]/;

/** The two parts, or the sentence that says what is wrong. */
export function splitGlob(pattern: string): GlobPattern | string {
  if (pattern.trim() === '') return 'The pattern is empty.';
  if (pattern.length > LONGEST) return `The pattern has ${pattern.length} characters; at most ${LONGEST} are allowed.`;
  if (/\0|\p{Surrogate}/u.test(pattern)) return 'The pattern contains a NUL byte or broken Unicode.';
  const unbalanced = findUnbalanced(pattern);
  if (unbalanced) return `The pattern has an unmatched "${unbalanced}".`;
  const parts = pattern.split('/');
  const first = parts.findIndex((part) => SPECIAL.test(part));
  const split = first < 0 ? parts.length - 1 : first;
  const below = parts.slice(split).filter((part) => part !== '' && part !== '.');
  if (below.includes('..') && first >= 0) return 'In a pattern ".." may only stand before the first wildcard.';
  if (below.length === 0 || below[0] === '..') return { base: pattern, pattern: '*' };
  const base = parts.slice(0, split).join('/');
  return { base: base === '' && pattern.startsWith('/') ? '/' : base, pattern: below.join('/') };
}

/** The bracket without a partner, or null. A backslash takes the meaning off the next character. */
function findUnbalanced(pattern: string): string | null {
  let braces = 0;
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern[at];
    if (char === '\\') at += 1;
    else if (char === '[') {
      const from = /^\[[!^]?\]?/.exec(pattern.slice(at))?.[0].length ?? 1;
      const end = pattern.indexOf(']', at + from);
      if (end < 0) return '[';
      at = end;
    } else if (char === '{') braces += 1;
    else if (char === '}') {
      braces -= 1;
      if (braces < 0) return '}';
    }
  }
  return braces > 0 ? '{' : null;
}
