/** Splits text that arrives in pieces into lines; the limit counts a line across pieces, in UTF-16 units. */
export interface LineSplitter {
  push(piece: string): void;
}

/**
 * Calls `onLine` for each complete line without its end (`\n`; a `\r` before it is dropped). Only `\n` splits: other
 * separators are legal inside JSON. A line over the limit calls `onOverflow` once and everything after is ignored.
 */
export function createLineSplitter(options: {
  limit: number;
  onLine: (line: string) => void;
  onOverflow: () => void;
}): LineSplitter {
  let pending: string[] = [];
  let length = 0;
  let dead = false;
  const overflow = () => {
    dead = true;
    pending = [];
    options.onOverflow();
  };
  const add = (text: string) => {
    if (text === '') return;
    pending.push(text);
    length += text.length;
    if (length > options.limit) overflow();
  };
  return {
    push(piece) {
      let start = 0;
      while (!dead) {
        const end = piece.indexOf('\n', start);
        add(piece.slice(start, end < 0 ? undefined : end));
        if (end < 0 || dead) return;
        const line = pending.join('');
        pending = [];
        length = 0;
        options.onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
        start = end + 1;
      }
    },
  };
}
