import type {
  ControlReading,
  Element,
  ElementsReading,
  InspectReading,
  MarksReading,
  WindowsReading,
} from '../../protocol/helper/accessibility.ts';
import { plainLine, UNTRUSTED_WORDS } from './result-text.ts';
import type { View } from './view.ts';

/** Characters of one list in a result; what is left out is counted and the way to it named. */
const LIST_CHARACTERS = 12_000;

const quoted = (text: string) => `"${plainLine(text)}"`;
const whose = ({ app, windowTitle }: { app: string; windowTitle: string }) =>
  app === '' && windowTitle === '' ? 'no window' : `${quoted(app)}, window ${quoted(windowTitle)}`;

/** As many lines as fit, then how many do not and what helps. */
function bounded(lines: readonly string[], remedy: string): string[] {
  let used = 0;
  const kept = lines.filter((line) => {
    used += line.length + 1;
    return used <= LIST_CHARACTERS;
  });
  const left = lines.length - kept.length;
  return left === 0 ? kept : [...kept, `(${left} more are not shown: ${remedy}.)`];
}

type Reading = Pick<ElementsReading, 'app' | 'windowTitle' | 'source' | 'totalInApp' | 'truncated' | 'note'>;

const LIMITS = { nodes: 'its limit of controls', depth: 'its limit of depth', time: 'its time limit' };

/** What every reading of a program says besides its controls: how far it got, and why there is nothing. */
function readingLines(reading: Reading, count: number): string[] {
  const { truncated, totalInApp } = reading;
  const cut = truncated
    ? `The reading stopped at ${LIMITS[truncated]}, so controls may be missing: name a smaller region, or take marks.`
    : null;
  const guess =
    reading.source === 'picture' && count > 0
      ? 'The program tells nothing of its controls: these were guessed from the picture, so look before you trust one.'
      : null;
  const elsewhere =
    count === 0 && totalInApp > 0
      ? `The program has ${totalInApp} controls, but none in this part of the screen: look at the whole window.`
      : null;
  const none =
    count === 0
      ? 'An empty list does not mean that the program cannot be operated: take a screenshot and use x and y.'
      : null;
  return [plainNote(reading.note), cut, guess, elsewhere, none].filter(
    (line) => line !== null && line !== '',
  ) as string[];
}

/** Notes of the helper may be several sentences; they hold words from the screen, so they stay one clean line. */
function plainNote(note: string): string {
  const words = note.match(/.{1,110}(?:\s|$)|.{1,110}/gu) ?? [];
  return words.slice(0, 8).map(plainLine).join(' ').trim();
}

/** The badges drawn on a picture, one a line: number, role, name, point. */
export function markLines(reading: MarksReading): string[] {
  const { marks, marksTruncated } = reading;
  if (marks.length === 0) return ['0 accessibility targets in this view.', ...readingLines(reading, 0)];
  const lines = marks.map(
    (mark) =>
      `${mark.id} ${mark.role} ${quoted(mark.name)} at (${mark.at.x},${mark.at.y})${mark.enabled ? '' : ', disabled'}`,
  );
  const more = marksTruncated > 0 ? [`${marksTruncated} more have no number: look at a smaller region for them.`] : [];
  return [
    `${marks.length} marks of ${whose(reading)}:`,
    ...bounded(lines, 'look at a smaller region'),
    ...more,
    ...readingLines(reading, marks.length),
    'Use a number with "mark" while this is the latest picture.',
    UNTRUSTED_WORDS,
  ];
}

/** The controls of `elements`, one a line. `view` is the list's own; null when no point of it can be used. */
export function elementLines(reading: ElementsReading, view: View | null): string[] {
  const { items } = reading;
  const names = new Map<string, number>();
  for (const { role, name } of items) names.set(`${role} ${name}`, (names.get(`${role} ${name}`) ?? 0) + 1);
  const isShared = ({ role, name }: Element) => name === '' || (names.get(`${role} ${name}`) ?? 0) > 1;
  const use = view ? [`Act on one with "observation_id":"${view.id}" and its "ref", or with its x and y.`] : [];
  return [
    `${items.length} controls of ${whose(reading)}${items.length > 0 ? ':' : '.'}`,
    ...bounded(
      items.map((item) => elementLine(item, isShared(item))),
      'name a smaller region',
    ),
    ...readingLines(reading, items.length),
    ...use,
    UNTRUSTED_WORDS,
  ];
}

function elementLine(item: Element, withPath: boolean): string {
  const states = [
    item.enabled ? null : 'disabled',
    item.focused ? 'focused' : null,
    item.checked === undefined ? null : item.checked ? 'checked' : 'not checked',
    item.selected ? 'selected' : null,
    item.settable ? 'settable' : null,
    item.actions.length > 0 ? `can ${item.actions.join(', ')}` : null,
  ].filter((state) => state !== null);
  const value = item.value === undefined ? '' : ` value ${quoted(item.value)}`;
  const path = withPath && item.path.length > 0 ? ` in ${item.path.map(quoted).join(' > ')}` : '';
  const facts = states.length > 0 ? `; ${states.join(', ')}` : '';
  return `${item.ref} ${item.role} ${quoted(item.name)} at (${item.at.x},${item.at.y})${value}${path}${facts}`;
}

export function inspectLines(reading: InspectReading): string[] {
  const { found, role, nativeRole, name = '', description, value, enabled, bounds } = reading;
  if (!found)
    return [
      `No control is known there (${whose(reading)}). ${plainNote(reading.note)}`.trim(),
      'That does not mean that a click there does nothing.',
    ];
  const native = nativeRole && nativeRole !== role ? ` (${plainLine(nativeRole)})` : '';
  const more = [
    description ? `description ${quoted(description)}` : null,
    value === undefined ? null : `value ${quoted(value)}`,
    enabled === undefined ? null : enabled ? 'enabled' : 'disabled',
    bounds ? `bounds ${JSON.stringify({ x: bounds.x, y: bounds.y, w: bounds.w, h: bounds.h })}` : null,
  ].filter((one) => one !== null);
  const control = `${role ?? 'other'} ${quoted(name)}${native}`;
  return [`${[control, ...more].join(', ')}; of ${whose(reading)}.`, plainNote(reading.note), UNTRUSTED_WORDS].filter(
    (line) => line !== '',
  );
}

/** Windows front to back, each with the region that shows it. */
export function windowLines(reading: WindowsReading, display: number): string[] {
  const { items, truncated } = reading;
  if (items.length === 0)
    return [
      `0 windows on display ${display}. ${plainNote(reading.note)}`.trim(),
      'When windows are plainly there, the list is empty because the system does not let them be listed (macOS: the ' +
        'screen recording permission) or because no window manager runs (X11). A screenshot still shows them.',
    ];
  const lines = items.map((one) => {
    const region = JSON.stringify({ x: one.region.x, y: one.region.y, w: one.region.w, h: one.region.h });
    return `${quoted(one.app)} ${quoted(one.title)}${one.focused ? ', focused' : ''}: "region":${region}`;
  });
  return [
    `${items.length} windows on display ${display}, the front-most first:`,
    ...bounded(lines, 'bring the one you need to the front'),
    ...(truncated ? ['There are more windows than are listed.'] : []),
    'Use a region with screenshot or elements to look closer.',
    UNTRUSTED_WORDS,
  ];
}

/** A control read back after it was operated by name: one line. */
export function controlLine(reading: ControlReading): string {
  const { found, role, name = '', enabled, value } = reading;
  if (!found) return 'The control no longer answers, which usually means that it worked and was dismissed.';
  const front = reading.foregroundChanged === true ? ' Its program came to the front.' : '';
  const facts = [
    `${role ?? 'other'} ${quoted(name)}`,
    enabled === undefined ? null : enabled ? 'enabled' : 'disabled',
    value === undefined ? null : `value ${quoted(value)}`,
  ].filter((one) => one !== null);
  return `Read back: ${facts.join(', ')}.${front} ${UNTRUSTED_WORDS}`;
}
