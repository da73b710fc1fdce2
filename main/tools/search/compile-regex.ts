/** The regular expression of a search. Unicode rules where the pattern obeys them, else the older ones. Throws SyntaxError. */
export function compileRegex(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return new RegExp(pattern);
  }
}
