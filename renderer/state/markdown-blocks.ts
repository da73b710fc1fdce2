const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const DEFINITION = /^ {0,3}\[[^\]]+\]:\s*\S/m;
/** A line that goes on with what stands above the blank line: indented, a list item, or a quote. */
const CONTINUES = /^(\s+\S|[-*+]\s|\d{1,9}[.)]\s|>)/;

/**
 * Cuts Markdown at blank lines where a new block surely begins, so that while an answer streams only its last block is
 * parsed again. Text with reference definitions stays whole: they act at a distance.
 */
export function splitBlocks(markdown: string): string[] {
  if (DEFINITION.test(markdown)) return [markdown];
  const blocks: string[] = [];
  let current: string[] = [];
  let fence: string | null = null;
  let afterBlank = false;
  for (const line of markdown.split('\n')) {
    const blank = line.trim() === '';
    if (fence === null && afterBlank && !blank && !CONTINUES.test(line) && current.length > 0) {
      blocks.push(current.join('\n'));
      current = [];
    }
    current.push(line);
    fence = nextFence(fence, line);
    afterBlank = blank;
  }
  if (current.some((line) => line.trim() !== '')) blocks.push(current.join('\n'));
  return blocks;
}

function nextFence(open: string | null, line: string): string | null {
  const sign = FENCE.exec(line)?.[1];
  if (!sign) return open;
  if (open === null) return sign;
  const closes = sign[0] === open[0] && sign.length >= open.length && line.trim() === sign;
  return closes ? null : open;
}

const SAFE_LINK = /^(https?:|mailto:)/i;

/** The address when it may be followed, else null. Only http, https and mailto are. */
export function safeLink(address: string | undefined): string | null {
  if (!address) return null;
  const bare = stripControls(address).trim();
  if (!SAFE_LINK.test(bare)) return null;
  try {
    return new URL(bare).href;
  } catch {
    return null;
  }
}

/** Control signs inside a scheme are ignored by browsers, so they must not hide one from us. */
function stripControls(text: string): string {
  return [...text].filter((sign) => sign.charCodeAt(0) >= 0x20 && sign.charCodeAt(0) !== 0x7f).join('');
}
