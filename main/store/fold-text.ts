/** Text in the form that search compares: no case, no accents, one form of each character. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll('\0', ' ');
}
