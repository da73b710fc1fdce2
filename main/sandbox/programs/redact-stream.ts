/** Stands in for a value that must not be seen. */
export const REDACTED = '«redacted»';

/** Takes known values out of text that comes in pieces, also when a value lies across two of them. */
export interface StreamRedactor {
  /** Text that is safe to show; up to one value's length may be held back. */
  push(text: string): string;
  /** What was held back. */
  flush(): string;
}

export function createStreamRedactor(values: readonly string[]): StreamRedactor {
  const secrets = [...new Set(values)].filter(Boolean).sort((a, b) => b.length - a.length);
  const longest = secrets[0]?.length ?? 0;
  let held = '';
  const redact = (text: string) => secrets.reduce((safe, value) => safe.replaceAll(value, REDACTED), text);
  return {
    push(text) {
      if (longest === 0) return text;
      const all = redact(held + text);
      const keep = heldBack(all, secrets, longest);
      held = all.slice(all.length - keep);
      return all.slice(0, all.length - keep);
    },
    flush() {
      const rest = held;
      held = '';
      return rest;
    },
  };
}

/** Length of the longest ending that may be the beginning of a value. */
function heldBack(text: string, secrets: readonly string[], longest: number): number {
  for (let length = Math.min(longest - 1, text.length); length > 0; length -= 1) {
    const ending = text.slice(text.length - length);
    if (secrets.some((value) => value.startsWith(ending))) return length;
  }
  return 0;
}
