/** Characters of a name or value that are handed on. */
const LONGEST = 80;

/**
 * Words of the screen as one line of data: no line breaks or control characters that could forge another row, no double
 * quotes that could end a quotation, at most 80 characters.
 */
export function screenWords(text: string, longest = LONGEST): string {
  const line = text
    // Separators, controls, direction marks and unpaired surrogates: what is not seen must not steer.
    .replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]+/gu, ' ')
    // Stands for a picture or a list inside a text.
    .replaceAll('\uFFFC', '')
    .replaceAll('"', "'")
    .trim();
  const characters = [...line];
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`;
}
