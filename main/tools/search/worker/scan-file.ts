import { closeSync, constants, openSync, readlinkSync, readSync, realpathSync } from 'node:fs';
import { judge, type PathRules } from '../../../sandbox/paths/rules.ts';
import { countLines } from './line-text.ts';
import type { BlockMatch, Matcher } from './matcher.ts';

/** Bytes looked at together. A longer line is looked at in pieces. */
const BLOCK = 1 << 20;
/** A NUL among the first bytes means: no text. */
const SNIFFED = 4_096;
const LINE_END = 10;
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** One buffer for every file of this thread. */
const buffer = Buffer.allocUnsafeSlow(BLOCK);

/**
 * The matching lines of one canonical path, 0-based; none for a file that is binary, cannot be read, or is no longer
 * where it was decided to be. That last question is asked only when something was found: without a hit nothing is shown.
 */
export function scanFile(path: string, matcher: Matcher, most: number, rules: PathRules): BlockMatch[] {
  let fd: number;
  try {
    fd = openSync(path, FLAGS);
  } catch {
    return [];
  }
  try {
    const matches = scan(fd, matcher, most);
    return matches.length === 0 || isStillAllowed(fd, path, rules) ? matches : [];
  } catch {
    return [];
  } finally {
    closeSync(fd);
  }
}

function scan(fd: number, matcher: Matcher, most: number): BlockMatch[] {
  const have = readSync(fd, buffer, 0, BLOCK, null);
  const block = buffer.subarray(0, have);
  if (have < BLOCK) {
    const matches = matcher.find(block, most);
    return matches.length > 0 && isBinary(block) ? [] : matches;
  }
  return isBinary(block) ? [] : scanBlocks(fd, matcher, most);
}

function isBinary(block: Buffer): boolean {
  return block.subarray(0, SNIFFED).includes(0);
}

/** The buffer is full: go on block by block, each ending at a line end where it has one. */
function scanBlocks(fd: number, matcher: Matcher, most: number): BlockMatch[] {
  const found: BlockMatch[] = [];
  let have = BLOCK;
  let line = 0;
  for (;;) {
    const last = have < BLOCK;
    const lineEnd = buffer.lastIndexOf(LINE_END, have - 1) + 1;
    const cutLine = !last && lineEnd === 0;
    const end = last || cutLine ? have : lineEnd;
    const block = buffer.subarray(0, end);
    for (const match of matcher.find(block, most - found.length)) {
      const number = line + match.line;
      if (found[found.length - 1]?.line !== number) found.push({ line: number, text: match.text });
    }
    if (last || found.length >= most) return found;
    line += countLines(block, 0, end);
    const keep = cutLine ? matcher.overlap : have - end;
    buffer.copyWithin(0, have - keep, have);
    have = keep + readSync(fd, buffer, keep, BLOCK - keep, null);
  }
}

function isStillAllowed(fd: number, path: string, rules: PathRules): boolean {
  const real = process.platform === 'linux' ? readlinkSync(`/proc/self/fd/${fd}`) : realpathSync.native(path);
  return real === path || judge(real, rules) === null;
}
