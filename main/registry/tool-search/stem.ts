/** Endings that change a word's form and not its subject, longest first. */
const ENDINGS = [
  'ational',
  'ization',
  'ations',
  'ation',
  'ating',
  'ated',
  'ator',
  'ment',
  'ions',
  'able',
  'ity',
  'ive',
  'ion',
  'ing',
  'al',
  'ed',
  'er',
  'or',
  'ly',
  'es',
] as const;
/** What must be left of a word; shorter stems join words that have nothing to do with each other. */
const LEAST = 4;
const LEAST_OF_VERB = 3;

/**
 * A light English stem: plural and verb endings fall away, so that `issues` finds `issue` and `drawing` finds `draw`. Words
 * of three letters and of other scripts stay as they are.
 */
export function stem(word: string): string {
  if (word.length <= 3 || !/^[a-z]+$/.test(word)) return word;
  return closing(withoutEnding(withoutPlural(word)));
}

function withoutPlural(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (word.endsWith('sses')) return word.slice(0, -2);
  return /[^su]s$/.test(word) && !word.endsWith('is') ? word.slice(0, -1) : word;
}

function withoutEnding(word: string): string {
  for (const ending of ENDINGS) {
    const least = ending === 'ing' || ending === 'ed' ? LEAST_OF_VERB : LEAST;
    if (!word.endsWith(ending) || word.length - ending.length < least) continue;
    const rest = word.slice(0, -ending.length);
    return /([^lsz])\1$/.test(rest) && rest.length > 3 ? rest.slice(0, -1) : rest;
  }
  return word;
}

/** One spelling for the ends that the endings above leave in two forms: `create` and `creat`, `query` and `queri`. */
function closing(word: string): string {
  if (word.length <= 4) return word;
  if (word.endsWith('e')) return word.slice(0, -1);
  return word.endsWith('y') ? `${word.slice(0, -1)}i` : word;
}
