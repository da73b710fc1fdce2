const ONSETS = ['bl', 'dr', 'fl', 'gr', 'kw', 'pl', 'skr', 'sn', 'thw', 'vr', 'zw', 'gn'];
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'oo', 'ee'];
const CODAS = ['mb', 'rg', 'rt', 'sk', 'xx', 'zz', 'bb', 'dge', 'ff', 'nk', 'pf', 'gg'];

/** Word-like strings without a meaning, one to four in a query, the same at every run. */
export function nonsense(count: number): string[] {
  let seed = 20;
  const pick = (list: readonly string[]): string => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return list[seed % list.length] ?? '';
  };
  const word = () =>
    pick(ONSETS) + pick(VOWELS) + pick(CODAS) + pick(VOWELS) + pick(ONSETS) + pick(VOWELS) + pick(CODAS);
  return Array.from({ length: count }, (_, number) => Array.from({ length: 1 + (number % 4) }, word).join(' '));
}
