/** Lines of the screen tool that tell a model how to go on, or about the picture that the card shows. */
const FOR_A_MODEL =
  /^(?:View \S+: |Words |Use a |Act on one |An empty list |The pointer is at |\(\d+ more are not shown)/;
const HEAD = /^(?:\d+ (?:marks|controls) of .*:|\d+ windows on display \d+, .*:)$/;

/** What the screen tool answered, for the person: a line, and under it the list when there is one. */
export interface ScreenAnswer {
  line: string;
  list: readonly string[];
}

/** Reads the tool's text; the pictures and the rest of it are on the card. */
export function screenAnswer(text: string): ScreenAnswer {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !FOR_A_MODEL.test(line));
  const head = lines.findIndex((line) => HEAD.test(line));
  if (head < 0) return { line: withoutMarks(lines), list: [] };
  const count = Number.parseInt(lines[head] ?? '0', 10);
  const list = lines.slice(head + 1, head + 1 + count).filter((line) => /\bat \(\d+,\d+\)|"region":/.test(line));
  const notes = lines.slice(head + 1 + list.length);
  return { line: [lines[head] ?? '', ...notes].join(' '), list: list.map(readable) };
}

/** With nothing to number, the reason belongs to the answer. */
function withoutMarks(lines: readonly string[]): string {
  const none = lines.findIndex((line) => /^0 (?:accessibility targets|controls|windows)/.test(line));
  if (none < 0) return lines[0] ?? 'Done.';
  const words = (lines[none] ?? '').replace('0 accessibility targets in this view.', 'Picture taken, without marks.');
  return [words, ...lines.slice(none + 1)].join(' ');
}

/** A region is written as a command takes it. */
function readable(line: string): string {
  return line.replace(
    /"region":\{"x":(\d+),"y":(\d+),"w":(\d+),"h":(\d+)\}/,
    (_, x: string, y: string, w: string, h: string) => `screen ${x},${y},${w},${h}`,
  );
}
