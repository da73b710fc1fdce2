import { foldText } from './fold-text.ts';
import type { SearchQuery } from './search-query.ts';

const BEFORE = 40;
const LENGTH = 180;

/** A piece of a text around the first thing found, and where in it the things found are (UTF-16 units). */
export function makeExcerpt(
  text: string,
  { patterns }: Pick<SearchQuery, 'patterns'>,
): { excerpt: string; marks: [number, number][] } {
  const place = firstPlace(text, patterns);
  const from = place <= BEFORE ? 0 : wordStart(text, place - BEFORE);
  const cut = text.slice(from, from + LENGTH).trimEnd();
  const head = from > 0 ? '… ' : '';
  const tail = from + LENGTH < text.length ? ' …' : '';
  const excerpt = wellFormed((head + cut + tail).replaceAll(/\s/gu, ' '));
  const folded = foldEach(excerpt);
  const marks = patterns.flatMap((pattern) => findAll(folded, pattern)).sort((a, b) => a[0] - b[0]);
  return { excerpt, marks: apart(marks) };
}

/** Whether every term is found in a text. */
export function holdsAll(text: string, { patterns }: Pick<SearchQuery, 'patterns'>): boolean {
  const plain = { text: text.toLowerCase(), places: null };
  return patterns.every((pattern) => findAll(plain, pattern, 1).length > 0);
}

/** Looked for in the text as it is first: folding all of a long text letter by letter is slow. */
function firstPlace(text: string, patterns: readonly RegExp[]): number {
  const plain = patterns.flatMap((pattern) => findAll({ text: text.toLowerCase(), places: null }, pattern, 1));
  if (plain.length > 0) return Math.min(...plain.map(([start]) => start));
  const folded = foldEach(text);
  const found = patterns.flatMap((pattern) => findAll(folded, pattern, 1));
  return found.length > 0 ? Math.min(...found.map(([start]) => start)) : 0;
}

function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}

interface Folded {
  text: string;
  /** Place in the original of each unit of `text`, and of its end; null when it is the original itself. */
  places: number[] | null;
}

/** Folded letter by letter, so that a place found leads back to the original. */
function foldEach(text: string): Folded {
  const places: number[] = [];
  let folded = '';
  let place = 0;
  for (const letter of text) {
    // Most letters are plain ones; the rest costs a hundred times as much.
    const one = letter < '\u0080' ? letter.toLowerCase() : foldText(letter);
    for (let unit = 0; unit < one.length; unit += 1) places.push(place);
    folded += one;
    place += letter.length;
  }
  places.push(place);
  return { text: folded, places };
}

const WORD = /[\p{L}\p{N}]/u;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function findAll({ text, places }: Folded, pattern: RegExp, most = 20): [number, number][] {
  const hits: [number, number][] = [];
  for (const match of text.matchAll(pattern)) {
    const before = text[match.index - 1] ?? ' ';
    const startsWord = !WORD.test(before) || UNSPACED.test(before) || UNSPACED.test(match[0]);
    const end = match.index + match[0].length;
    if (startsWord) hits.push(places ? [places[match.index] ?? 0, places[end] ?? 0] : [match.index, end]);
    if (hits.length >= most) break;
  }
  return hits;
}

function wordStart(line: string, at: number): number {
  const blank = line.indexOf(' ', at);
  return blank >= 0 && blank < at + BEFORE ? blank + 1 : at;
}

/** Marks that do not overlap. */
function apart(marks: [number, number][]): [number, number][] {
  const kept: [number, number][] = [];
  for (const mark of marks) if (mark[0] >= (kept.at(-1)?.[1] ?? 0)) kept.push(mark);
  return kept;
}
