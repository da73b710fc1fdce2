import type { JsonObject } from '../../../protocol/json.ts';
import { done, type ReadLine, wrong } from './command.ts';
import { readEndings, readPoint, readRegion } from './pieces.ts';

const CLICKS: Record<string, string> = {
  click: 'left_click',
  'left click': 'left_click',
  'double click': 'double_click',
  'right click': 'right_click',
};

const tool = 'computer_use';

/** `screen`, `screen x,y,w,h`, either with `display 1`. */
export function readScreen(line: string, rest: string): ReadLine {
  const { extra, problem } = readPlace(rest);
  if (problem) return wrong(problem, 'screen, screen x,y,width,height, or screen display 1');
  return done({ line, tool, arguments: { action: 'screenshot', ...extra }, show: 'line' });
}

/** `elements`, `elements x,y,w,h`, either with `display 1`. */
export function readElements(line: string, rest: string): ReadLine {
  const { extra, problem } = readPlace(rest);
  if (problem) return wrong(problem, 'elements, elements x,y,width,height, or elements display 1');
  return done({ line, tool, arguments: { action: 'elements', ...extra }, show: 'line' });
}

/** `windows`, `windows display 1`. */
export function readWindows(line: string, rest: string): ReadLine {
  const { extra, problem } = readPlace(rest);
  if (problem || 'region' in extra) return wrong(`"${rest}" is not a display.`, 'windows, or windows display 1');
  return done({ line, tool, arguments: { action: 'windows', ...extra }, show: 'line' });
}

/** `inspect 12`, `inspect 640,360`. */
export function readInspect(line: string, rest: string): ReadLine {
  const usage = 'inspect 640,360, or inspect 12';
  const { rest: target, extra, problem } = readEndings(rest);
  const aim = readTarget(target);
  if (problem || !aim) return wrong(problem ?? `"${target}" is neither the number of a mark nor a point.`, usage);
  return done({ line, tool, arguments: { action: 'inspect', ...aim, ...extra }, show: 'line' });
}

/** A region, a display, or both; nothing for the whole of the usual display. */
function readPlace(text: string): { extra: JsonObject; problem: string | null } {
  const match = /^(.*?)(?:\s*\bdisplay\s+(\d{1,2}))?$/i.exec(text);
  const [rest, display] = [(match?.[1] ?? '').trim(), match?.[2]];
  const region = rest === '' ? null : readRegion(rest);
  if (rest !== '' && !region) return { extra: {}, problem: `"${rest}" is not a region.` };
  const extra = { ...(display === undefined ? {} : { display: Number(display) }), ...(region ? { region } : {}) };
  return { extra, problem: null };
}

/** The number of a mark, or a point. */
function readTarget(text: string): JsonObject | null {
  if (/^\d{1,3}$/.test(text)) return { mark: Number(text) };
  const point = readPoint(text);
  return point && { ...point };
}

/** `click 12`, `click 640,360`, `double click …`, `right click …`. */
export function readClick(line: string, verb: string, rest: string): ReadLine {
  const usage = `${verb} 12, or ${verb} 640,360 (then, if needed: with ctrl, in x,y,w,h, confirm)`;
  const action = CLICKS[verb] ?? 'left_click';
  const { rest: target, extra, problem } = readEndings(rest);
  if (problem) return wrong(problem, usage);
  const aim = readTarget(target);
  if (!aim) return wrong(`"${target}" is neither the number of a mark nor a point.`, usage);
  return done({ line, tool, arguments: { action, ...aim, ...extra }, show: 'line' });
}

export function readMove(line: string, rest: string): ReadLine {
  const { rest: target, extra, problem } = readEndings(rest);
  const aim = readTarget(target);
  if (problem || !aim) return wrong(problem ?? `"${target}" is not a point.`, 'move 640,360, or move 12');
  return done({ line, tool, arguments: { action: 'mouse_move', ...aim, ...extra }, show: 'line' });
}

/** `drag a,b to c,d`. */
export function readDrag(line: string, rest: string): ReadLine {
  const usage = 'drag 100,200 to 300,400';
  const { rest: target, extra, problem } = readEndings(rest);
  if (problem) return wrong(problem, usage);
  const [start = '', end = '', ...more] = target.split(/\s+to\s+/i);
  const from = readPoint(start);
  const to = readPoint(end);
  if (!from || !to || more.length > 0) return wrong('A drag needs two points.', usage);
  return done({ line, tool, arguments: { action: 'left_click_drag', from, to, ...extra }, show: 'line' });
}

/** `scroll down 3`, optionally `at x,y`. */
export function readScroll(line: string, rest: string): ReadLine {
  const usage = 'scroll down 3, or scroll up 2 at 640,360';
  const { rest: target, extra, problem } = readEndings(rest);
  if (problem) return wrong(problem, usage);
  const match = /^(up|down|left|right)(?:\s+(\d{1,2}))?(?:\s+at\s+(.+))?$/i.exec(target);
  if (!match) return wrong(`"${target}" is not a direction.`, usage);
  const direction = (match[1] ?? '').toLowerCase();
  const amount = match[2] === undefined ? {} : { amount: Number(match[2]) };
  const start = { action: 'scroll', direction, ...amount, ...extra };
  if (match[3] === undefined) return done({ line, tool, arguments: start, show: 'line', needsPoint: true });
  const aim = readTarget(match[3].trim());
  if (!aim) return wrong(`"${match[3]}" is not a point.`, usage);
  return done({ line, tool, arguments: { ...start, ...aim }, show: 'line' });
}

/** `type …` and `paste …`; the text is taken exactly as it stands. */
export function readText(line: string, action: 'type' | 'paste', text: string): ReadLine {
  if (text === '') return wrong('There is no text.', `${action} Hello (or several lines between """ and """)`);
  return done({ line, tool, arguments: { action, text }, show: 'line' });
}

export function readKey(line: string, rest: string): ReadLine {
  if (!/^\S+$/.test(rest)) return wrong('One chord is needed.', 'key ctrl+s');
  return done({ line, tool, arguments: { action: 'key', chord: rest }, show: 'line' });
}

/** `wait 500` (ms) or `wait 2s`. */
export function readWait(line: string, rest: string): ReadLine {
  const match = /^(\d{1,5})\s*(ms|s)?$/i.exec(rest);
  if (!match) return wrong(`"${rest}" is not a time.`, 'wait 500, or wait 2s');
  const ms = Number(match[1]) * (match[2]?.toLowerCase() === 's' ? 1000 : 1);
  return done({ line, tool, arguments: { action: 'wait', ms }, show: 'line' });
}
