/**
 * @typedef {{ specifier: string, typeOnly: boolean, line: number }} Import
 */

const statement = /^[ \t]*(?:import|export)\s+(type\s+)?(?:[\w*$\s{},]+?\s+from\s*)?['"]([^'"\n]+)['"]/gm;
const call = /\b(?:import|require)\(\s*['"]([^'"\n]+)['"]/g;

/**
 * Every import and re-export of a source file. Statements are found by their text, so what stands in a comment is
 * blanked first.
 *
 * @param {string} source
 * @returns {Import[]}
 */
export function importsOf(source) {
  const text = blankComments(source);
  const lineOf = (/** @type {number} */ index) => text.slice(0, index).split('\n').length;
  /** @type {Import[]} */
  const found = [];
  for (const match of text.matchAll(statement)) {
    found.push({ specifier: match[2] ?? '', typeOnly: match[1] !== undefined, line: lineOf(endOf(match)) });
  }
  for (const match of text.matchAll(call)) {
    found.push({ specifier: match[1] ?? '', typeOnly: false, line: lineOf(match.index) });
  }
  return found;
}

/** @param {RegExpMatchArray} match */
function endOf(match) {
  return (match.index ?? 0) + match[0].length;
}

/**
 * Comments become spaces of the same length, so that line numbers stay. Strings are passed over, or an address such as
 * `https://…` would start a comment.
 *
 * @param {string} source
 */
export function blankComments(source) {
  const token = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
  return source.replace(token, (part) => (part.startsWith('/') ? part.replace(/[^\n]/g, ' ') : part));
}
