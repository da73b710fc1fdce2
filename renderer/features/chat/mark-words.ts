const NAME = 'found';
const MOST = 200;

/** Marks the searched words in a row without touching its elements. Does nothing where the browser cannot. */
export function markWords(row: Element, query: string): void {
  if (typeof Highlight === 'undefined' || !CSS.highlights) return;
  const words = query.match(/[\p{L}\p{N}]+/gu) ?? [];
  const ranges = words.length === 0 ? [] : rangesOf(row, new RegExp(words.join('|'), 'giu'));
  CSS.highlights.set(NAME, new Highlight(...ranges));
}

function rangesOf(row: Element, pattern: RegExp): Range[] {
  const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  for (let node = walker.nextNode(); node && ranges.length < MOST; node = walker.nextNode()) {
    for (const match of (node.textContent ?? '').matchAll(pattern)) {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      ranges.push(range);
    }
  }
  return ranges;
}
