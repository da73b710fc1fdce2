/** Bytes of one tool result that are kept. */
export const RESULT_LIMIT = 1_048_576;

/** Characters of a result in a card; the rest stays in the store. */
export const CARD_LIMIT = 32_768;

/**
 * The one seam where a tool's text is made safe for JSON, the store and providers: lone surrogates and NUL become
 * U+FFFD, and what is over 1 MiB of UTF-8 is cut with a note.
 */
export function cleanResultText(text: string): string {
  const clean = wellFormed(text).replaceAll('\u0000', '\uFFFD');
  return cutBytes(clean, RESULT_LIMIT, '\n[The result was longer than 1 MiB; the rest was dropped.]');
}

/** Half a surrogate pair, left by a cut or a broken tool, becomes U+FFFD: JSON and providers refuse it. */
export function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}

/** At most `limit` bytes of UTF-8, the note included, cut between characters. */
export function cutBytes(text: string, limit: number, note: string): string {
  if (text.length * 3 <= limit || utf8Length(text) <= limit) return text;
  const room = limit - utf8Length(note);
  const bytes = new TextEncoder().encode(text).subarray(0, Math.max(0, room));
  return new TextDecoder().decode(bytes, { stream: true }) + note;
}

/** Bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}
