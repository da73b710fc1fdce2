/** Direction overrides: they can make a line read as something it is not. */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Makes foreign text safe for a terminal: line breaks and tabs stay, every other control character is shown as a
 * replacement sign, so no escape sequence reaches the terminal. Works on any piece of a stream.
 */
export function toPlainText(text: string): string {
  let plain = '';
  for (const character of text.replace(DIRECTION, '\ufffd')) plain += plainCharacter(character);
  return plain;
}

/** The same on one line. */
export function toPlainLine(text: string): string {
  return toPlainText(text).replace(/[\n\t]+/g, ' ');
}

function plainCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (character === '\n' || character === '\t') return character;
  if (character === '\r') return '';
  const isControl = code < 0x20 || (code >= 0x7f && code < 0xa0);
  return isControl ? '\ufffd' : character;
}
