const NAMED: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\x1b',
  E: '\x1b',
};

/** What the shell reads between `$'` and `'`: letters by name or by number, everything else as it stands. */
export function readEscapes(text: string): string {
  return text.replace(
    /\\(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|([0-7]{1,3})|([\s\S]))/g,
    (_, byte?: string, short?: string, long?: string, octal?: string, other?: string) => {
      const hex = byte ?? short ?? long;
      if (hex !== undefined) return letter(Number.parseInt(hex, 16));
      if (octal !== undefined) return letter(Number.parseInt(octal, 8) & 0xff);
      return NAMED[other ?? ''] ?? other ?? '';
    },
  );
}

const letter = (code: number) => (code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd');
