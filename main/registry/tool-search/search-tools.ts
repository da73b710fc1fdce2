import { related } from './thesaurus.ts';
import type { ToolIndex } from './tool-index.ts';
import type { SearchableTool } from './tool-text.ts';
import { questionWords } from './words.ts';

/** Saturation of repeated words (k1 of BM25). */
const SATURATION = 1.2;
/** What a related word counts of the word itself. */
const RELATED = 0.7;
/** How much of the score depends on how much of the question was covered. */
const COVERAGE = 0.3;
/** What a name that the question names wholly adds. */
const NAME_BONUS = 0.6;
/** What the best fitting server or plugin adds to its tools. */
const GROUP_BONUS = 1.2;
/** Share of the question, by how telling its words are, that a hit must meet; an unknown word counts half of a rare one. */
const LEAST_SHARE = 0.25;
const UNKNOWN = 0.5;
/** Letters of a part of a name. */
const LEAST_PART = 3;

export interface ToolMatch<T> {
  tool: T;
  score: number;
}

/** One word of a question with everything it finds. */
interface Term {
  word: string;
  /** How telling it is; that of its best relative when the word itself stands nowhere. */
  rarity: number;
  /** By number of the tool: how well it meets the term, 0 to 1. */
  hits: Map<number, number>;
}

/**
 * Tools that answer a question, best first; empty when nothing fits, which is an answer. A tool's full name comes first.
 * Weighted words of name, group, description and parameters are scored as BM25 does, and a related word counts less. A hit
 * must meet a share of the question, unknown words included, so that one common word of many finds nothing.
 */
export function searchTools<T extends SearchableTool>(
  index: ToolIndex<T>,
  query: string,
  limit: number,
): ToolMatch<T>[] {
  const named = exactName(index, query);
  const ranked = rank(index, questionWords(query));
  const matches = ranked.length > 0 ? ranked : partOfName(index, query);
  const rest = matches.filter(({ tool }) => tool !== named);
  const first = named ? [{ tool: named, score: Number.POSITIVE_INFINITY }] : [];
  return [...first, ...rest].slice(0, limit);
}

function exactName<T extends SearchableTool>(index: ToolIndex<T>, query: string): T | null {
  const wanted = query.trim().toLowerCase();
  return index.tools.find(({ tool }) => tool.name.toLowerCase() === wanted)?.tool ?? null;
}

function rank<T extends SearchableTool>(index: ToolIndex<T>, asked: readonly string[]): ToolMatch<T>[] {
  const terms = asked.map((word) => termOf(index, word)).filter(({ hits }) => hits.size > 0);
  if (terms.length === 0 || (asked.length >= 3 && terms.length === 1)) return [];
  const known = terms.reduce((sum, { rarity }) => sum + rarity, 0);
  const unknown = (asked.length - terms.length) * UNKNOWN * Math.log(2 * index.tools.length + 2);
  const fits = groupFits(index, terms);
  const matches: ToolMatch<T>[] = [];
  for (const number of candidates(terms)) {
    const indexed = index.tools[number];
    const covered = terms.reduce((sum, { rarity, hits }) => sum + rarity * metBy(hits.get(number) ?? 0), 0);
    if (!indexed || covered < LEAST_SHARE * (known + unknown)) continue;
    const { tool, ownName } = indexed;
    const sum = terms.reduce((total, term) => total + term.rarity * (term.hits.get(number) ?? 0), 0);
    const coverage = 1 - COVERAGE + (COVERAGE * covered) / known;
    const name = 1 + NAME_BONUS * nameShare(index, ownName, terms);
    matches.push({ tool, score: sum * coverage * name * (1 + GROUP_BONUS * (fits.get(tool.group) ?? 0)) });
  }
  return matches.sort((a, b) => b.score - a.score || compareNames(a.tool, b.tool));
}

/** How far a word counts as met: a mention in a hint already a little, a word of the name wholly. */
const metBy = (strength: number): number => (strength === 0 ? 0 : Math.max(0.3, Math.min(1, 1.6 * strength)));

const compareNames = (a: SearchableTool, b: SearchableTool) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

function termOf(index: ToolIndex<SearchableTool>, word: string): Term {
  const hits = new Map<number, number>();
  let rarity = index.rarity(word);
  take(hits, index.postings.get(word), 1);
  for (const other of related(word)) {
    take(hits, index.postings.get(other), RELATED);
    if (!index.postings.has(word)) rarity = Math.max(rarity, index.rarity(other) * RELATED);
  }
  return { word, rarity, hits };
}

function take(hits: Map<number, number>, found: ReadonlyMap<number, number> | undefined, factor: number): void {
  for (const [number, frequency] of found ?? []) {
    const strength = (factor * frequency) / (SATURATION + frequency);
    if (strength > (hits.get(number) ?? 0)) hits.set(number, strength);
  }
}

function candidates(terms: readonly Term[]): Set<number> {
  return new Set(terms.flatMap(({ hits }) => [...hits.keys()]));
}

/** How well each group fits the question, the best one 1. */
function groupFits(index: ToolIndex<SearchableTool>, terms: readonly Term[]): Map<string, number> {
  const fits = new Map<string, number>();
  let best = 0;
  for (const [name, { counts, tools }] of index.groups) {
    const fit = terms.reduce((sum, { word }) => {
      const found = counts.get(word) ?? 0;
      if (found === 0) return sum;
      const rarity = Math.log(1 + index.groups.size / (index.groupCounts.get(word) ?? 1));
      return sum + rarity * Math.sqrt(found / tools);
    }, 0);
    fits.set(name, fit);
    best = Math.max(best, fit);
  }
  if (best > 0) for (const [name, fit] of fits) fits.set(name, fit / best);
  return fits;
}

/** How much of a tool's own name the question says, by how telling the words are. */
function nameShare(index: ToolIndex<SearchableTool>, name: ReadonlySet<string>, terms: readonly Term[]): number {
  let all = 0;
  let said = 0;
  for (const word of name) {
    const rarity = index.rarity(word);
    all += rarity;
    if (terms.some((term) => term.word === word)) said += rarity;
    else if ([...related(word)].some((other) => terms.some((term) => term.word === other))) said += rarity * RELATED;
  }
  return all === 0 ? 0 : said / all;
}

/** Part of a word, such as `hub` for `github_search`: tried only for one or two words of which none was found. */
function partOfName<T extends SearchableTool>(index: ToolIndex<T>, query: string): ToolMatch<T>[] {
  const whole = query.trim().toLowerCase();
  const asked = whole.split(/\s+/);
  if (asked.length > 2) return [];
  for (const part of new Set([whole, ...asked])) {
    if (part.length < LEAST_PART) continue;
    const found = index.tools.filter(({ tool }) => tool.name.toLowerCase().includes(part)).map(({ tool }) => tool);
    if (found.length > 0) return found.sort(compareNames).map((tool) => ({ tool, score: 0 }));
  }
  return [];
}
