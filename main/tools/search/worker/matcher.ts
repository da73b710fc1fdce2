import { compileRegex } from '../compile-regex.ts';
import { countLines, cut, lineText } from './line-text.ts';

/** A hit inside one block of a file; `line` counts from the block's first line, 0-based. */
export interface BlockMatch {
  line: number;
  text: string;
}

/** Finds the matching lines of a block of whole lines. `most` ends the search of the block. */
export interface Matcher {
  /** Bytes that must stay when a line is longer than a block, so that no hit is lost at the cut. */
  readonly overlap: number;
  find(block: Buffer, most: number): BlockMatch[];
}

const LINE_END = 10;

export function createMatcher(pattern: string, regex: boolean): Matcher {
  return regex ? regexMatcher(compileRegex(pattern)) : literalMatcher(Buffer.from(pattern, 'utf8'));
}

/** Looks for the bytes before anything is decoded. */
function literalMatcher(needle: Buffer): Matcher {
  return {
    overlap: needle.length - 1,
    find(block, most) {
      const matches: BlockMatch[] = [];
      let line = 0;
      let counted = 0;
      let hit = block.indexOf(needle);
      while (hit >= 0 && matches.length < most) {
        // Counted from the end of the block: a hit at 0 must not mean "from the last byte".
        const start = block.lastIndexOf(LINE_END, hit - block.length - 1) + 1;
        const next = block.indexOf(LINE_END, hit);
        const end = next < 0 ? block.length : next;
        line += countLines(block, counted, start);
        counted = start;
        matches.push({ line, text: lineText(block, start, end, hit) });
        hit = next < 0 ? -1 : block.indexOf(needle, next);
      }
      return matches;
    },
  };
}

/** Line by line: a pattern never reaches across a line end. */
function regexMatcher(regex: RegExp): Matcher {
  return {
    overlap: 0,
    find(block, most) {
      const matches: BlockMatch[] = [];
      const text = block.toString('utf8');
      let line = 0;
      for (let start = 0; start < text.length && matches.length < most; line += 1) {
        const next = text.indexOf('\n', start);
        const end = next < 0 ? text.length : next;
        const whole = text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end);
        const hit = regex.exec(whole);
        if (hit) matches.push({ line, text: cut(hit.index > 1_800 ? whole.slice(hit.index - 200) : whole) });
        start = end + 1;
      }
      return matches;
    },
  };
}
