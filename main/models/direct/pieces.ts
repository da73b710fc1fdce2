import type { JsonObject } from '../../../protocol/json.ts';

/** `640,360` as a point of the newest picture, or null. */
export function readPoint(text: string): { x: number; y: number } | null {
  const match = /^(\d{1,5})\s*,\s*(\d{1,5})$/.exec(text.trim());
  return match ? { x: Number(match[1]), y: Number(match[2]) } : null;
}

/** `0,0,400,300` as a region of the full picture, or null. */
export function readRegion(text: string): JsonObject | null {
  const match = /^(\d{1,5})\s*,\s*(\d{1,5})\s*,\s*(\d{1,5})\s*,\s*(\d{1,5})$/.exec(text.trim());
  return match ? { x: Number(match[1]), y: Number(match[2]), w: Number(match[3]), h: Number(match[4]) } : null;
}

/** The endings that any pointer command may have: `with ctrl+shift`, `in x,y,w,h`, `confirm`. */
export interface Endings {
  rest: string;
  extra: JsonObject;
  /** What could not be read. */
  problem: string | null;
}

export function readEndings(text: string): Endings {
  let rest = text.trim();
  const extra: JsonObject = {};
  let problem: string | null = null;
  const cut = (pattern: RegExp, use: (value: string) => string | null): void => {
    const match = pattern.exec(rest);
    if (!match) return;
    rest = rest.slice(0, match.index).trim();
    problem = problem ?? use((match[1] ?? '').trim());
  };
  cut(/\s+confirm$/i, () => {
    extra['confirm_grid'] = true;
    return null;
  });
  cut(/\s+with\s+(\S+)$/i, (value) => {
    const names = value.toLowerCase().split('+');
    if (names.some((name) => !['ctrl', 'alt', 'shift', 'cmd'].includes(name))) {
      return `"${value}" is not a list of modifiers; write for example ctrl+shift.`;
    }
    extra['modifiers'] = names;
    return null;
  });
  cut(/\s+in\s+([\d\s,]+)$/i, (value) => {
    const region = readRegion(value);
    if (!region) return `"${value}" is not a region; write x,y,width,height.`;
    extra['region'] = region;
    return null;
  });
  return { rest, extra, problem };
}

/** Words of a line; quotes keep spaces together. Null when a quote is not closed. */
export function readWords(text: string): string[] | null {
  const words: string[] = [];
  const pattern = /\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/gy;
  let end = 0;
  while (end < text.trimEnd().length) {
    pattern.lastIndex = end;
    const match = pattern.exec(text);
    if (!match) return null;
    words.push(match[1] ?? match[2] ?? match[3] ?? '');
    end = pattern.lastIndex;
  }
  return words;
}

/** The text without one pair of quotes around it. */
export function unquote(text: string): string {
  const trimmed = text.trim();
  const first = trimmed[0];
  const isQuoted = trimmed.length >= 2 && (first === '"' || first === "'") && trimmed.endsWith(first);
  return isQuoted ? trimmed.slice(1, -1) : trimmed;
}
