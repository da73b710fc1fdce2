import { stem } from './stem.ts';

/** Words of a question that say nothing about the tool wanted. */
const EMPTY = new Set(
  (
    'a an the of to in on for and or by with from at as is are be been it its this that these those all any each into ' +
    'using use used via i you your we our they their his her my me must will can could should would please some more most ' +
    'also if else when where which who what how do does did not no s want need let'
  )
    .split(' ')
    .map(stem),
);

const WITHOUT_SPACES = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+/gu;

/** Identifiers fall apart at capitals: `readFileSync` is three words. Separators fall out with everything that is no letter. */
function splitCapitals(text: string): string {
  return text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2');
}

/**
 * The searchable words of a text, in order: letters and digits of any script, compatibility forms folded, lower case,
 * stemmed. Scripts written without spaces give pairs of neighbouring characters.
 */
export function words(text: string): string[] {
  const folded = splitCapitals(text.normalize('NFKC')).toLowerCase();
  return (folded.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).flatMap(partsOf);
}

function partsOf(run: string): string[] {
  const runs = run.match(WITHOUT_SPACES);
  if (!runs) return [stem(run)];
  const others = run.replace(WITHOUT_SPACES, ' ').split(' ').filter(Boolean);
  return [...runs.flatMap(pairs), ...others.map(stem)];
}

function pairs(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** The words of a question, each once; empty words count only when there is nothing else. */
export function questionWords(query: string): string[] {
  const all = [...new Set(words(query))];
  const telling = all.filter((word) => !EMPTY.has(word));
  return telling.length > 0 ? telling : all;
}
