const LONGEST = 60;

/** A title from the first message: its first line with words in it, without Markdown marks, at most 60 characters. */
export function titleFrom(text: string, fallback: string): string {
  const line = text
    .split('\n')
    .map((one) => one.replace(/^[\s>#*`\-–•]+/, '').trim())
    .find((one) => one.length > 0);
  if (!line) return fallback;
  const letters = [...line.replaceAll(/\s+/g, ' ')];
  if (letters.length <= LONGEST) return letters.join('');
  const cut = letters.slice(0, LONGEST - 1).join('');
  const lastSpace = cut.lastIndexOf(' ');
  return `${(lastSpace > 30 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`;
}
