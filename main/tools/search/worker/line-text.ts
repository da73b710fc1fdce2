/** Longest line that is given back, in characters. */
export const LONGEST_LINE = 2_000;

/** Bytes shown before a hit that lies far inside a long line. */
const LEAD = 200;
const LINE_END = 10;
const CARRIAGE_RETURN = 13;

/** The line around a hit as text: whole when short, else a window that holds the hit. Invalid UTF-8 becomes U+FFFD. */
export function lineText(bytes: Buffer, start: number, end: number, hit: number): string {
  let from = start;
  if (hit - start > LONGEST_LINE - LEAD) {
    from = hit - LEAD;
    while (from > start && isContinuation(bytes[from])) from -= 1;
  }
  const stop = bytes[end - 1] === CARRIAGE_RETURN && end > start ? end - 1 : end;
  const text = bytes.toString('utf8', from, Math.min(stop, from + LONGEST_LINE * 4));
  return cut(text);
}

/** At most 2,000 characters, never half of a surrogate pair. */
export function cut(text: string): string {
  if (text.length <= LONGEST_LINE) return text;
  const last = text.charCodeAt(LONGEST_LINE - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? LONGEST_LINE - 1 : LONGEST_LINE);
}

/** Line ends in a range. */
export function countLines(bytes: Buffer, from: number, to: number): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_END, from); at >= 0 && at < to; at = bytes.indexOf(LINE_END, at + 1)) count += 1;
  return count;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
