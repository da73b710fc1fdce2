import { foldText, searchable } from './fold-text.ts';

/** Words of one question. */
const MOST_WORDS = 16;
const LONGEST_QUERY = 500;

/** A question to the index of words: what is asked of SQLite, and what to mark in an excerpt. */
export interface SearchQuery {
  /** For MATCH; every term is quoted, so that nothing of it is an operator. */
  match: string;
  /**
   * The same with long beginnings cut to what the index holds ready: finds at least as much and is answered at once,
   * however common the words are. Null when nothing is long.
   */
  loose: string | null;
  /** Beginnings of words, and phrases. */
  terms: { text: string; phrase: boolean }[];
  /** Each term as it is looked for in folded text. */
  patterns: RegExp[];
}

/**
 * Every word must begin a word of the entry; words between quotation marks must follow each other exactly. Null when
 * there is nothing to look for.
 */
export function readQuery(query: string): SearchQuery | null {
  const parts = query.slice(0, LONGEST_QUERY).matchAll(/"([^"]*)("?)|([^\s"]+)/gu);
  // A phrase that is not closed is still being written: its last word is a beginning.
  const terms = [...parts].flatMap(([, quoted, closing, word]) => toTerm(quoted ?? word ?? '', closing === '"'));
  const asked = terms.slice(0, MOST_WORDS);
  if (asked.length === 0) return null;
  const match = write(asked);
  const loose = write(asked.map(shorten));
  return { match, loose: loose === match ? null : loose, terms: asked, patterns: asked.map(toPattern) };
}

function toPattern({ text }: SearchQuery['terms'][number]): RegExp {
  return new RegExp(foldText(text).split(' ').join('[^\\p{L}\\p{N}]*'), 'gu');
}

/** Longest beginning of a word that the index holds ready; see the migration that makes it. */
const READY_LETTERS = 5;

function shorten({ text, phrase }: SearchQuery['terms'][number]): SearchQuery['terms'][number] {
  const letters = [...text];
  if (phrase || text.includes(' ') || letters.length <= READY_LETTERS) return { text, phrase };
  return { text: letters.slice(0, READY_LETTERS).join(''), phrase };
}

function write(terms: SearchQuery['terms']): string {
  return terms.map(({ text, phrase }) => `"${text}"${phrase ? '' : '*'}`).join(' AND ');
}

/** A word with marks inside ("v1.2", "東京都") is several for the index: they must follow each other. */
function toTerm(text: string, phrase: boolean): SearchQuery['terms'] {
  const words = searchable(text).match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? [];
  return words.length === 0 ? [] : [{ text: words.join(' '), phrase }];
}
