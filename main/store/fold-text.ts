/** Text in the form that search compares: no case, no accents, one form of each character. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll('\0', ' ');
}

/** Letters of scripts that put no blanks between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const UNSPACED_EACH = new RegExp(UNSPACED.source, 'gu');

/** Text for the index of words: each letter of a script without blanks is a word of its own, so that any run is found. */
export function searchable(text: string): string {
  const plain = text.normalize('NFKC').replaceAll('\0', ' ');
  return UNSPACED.test(plain) ? plain.replaceAll(UNSPACED_EACH, ' $& ') : plain;
}
