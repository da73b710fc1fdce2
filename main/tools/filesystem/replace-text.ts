/** The bytes with the one occurrence replaced, or how many occurrences there are. Overlapping ones count. */
export type Replacement = { ok: true; bytes: Buffer; line: number } | { ok: false; count: number };

const LINE_END = 10;
/** Enough to say "more than once". */
const MOST_COUNTED = 1_000;

/** Byte for byte: what is no UTF-8 elsewhere in the file stays as it is. */
export function replaceOnce(content: Buffer, oldText: Buffer, newText: Buffer): Replacement {
  const first = content.indexOf(oldText);
  let count = first < 0 ? 0 : 1;
  for (let at = first; at >= 0 && count < MOST_COUNTED; ) {
    at = content.indexOf(oldText, at + 1);
    if (at >= 0) count += 1;
  }
  if (count !== 1) return { ok: false, count };
  const before = content.subarray(0, first);
  const bytes = Buffer.concat([before, newText, content.subarray(first + oldText.length)]);
  let line = 1;
  for (let at = before.indexOf(LINE_END); at >= 0; at = before.indexOf(LINE_END, at + 1)) line += 1;
  return { ok: true, bytes, line };
}
