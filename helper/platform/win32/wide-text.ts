/** UTF-16 text up to its first zero, as Windows writes it into a buffer. */
export function wideText(bytes: Buffer): string {
  const text = bytes.toString('utf16le');
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}

/** UTF-16 with the zero at its end. */
export const wideBytes = (text: string): Buffer => Buffer.from(`${text}\0`, 'utf16le');
