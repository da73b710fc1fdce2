import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  eventually,
  markedPicture,
  type OracleNode,
  onScreen,
  readOracle,
  type Started,
  startBrowser,
  startProgram,
} from '../../support/accessibility/programs.ts';
import { useDisplay } from '../../support/display.ts';
import { HelperProcess } from '../../support/helper-process.ts';

/** Controls in the words of the reference library, chosen without looking at the product's own table. */
const CONTROLS = new Set([
  'push button',
  'toggle button',
  'check box',
  'radio button',
  'combo box',
  'entry',
  'password text',
  'link',
  'page tab',
  'slider',
  'spin button',
  'menu',
  'menu item',
  'list item',
  'tree item',
]);
const CLICKS = new Set(['click', 'press', 'jump', 'toggle']);
const CLOSED_LIST = new Set(['menu', 'combo box']);
const WITHIN = 2;

interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

const asBox = ([x, y, w, h]: readonly number[]): Box => ({ x: x ?? 0, y: y ?? 0, w: w ?? 0, h: h ?? 0 });

function shared(a: Box, b: Box): Box {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)];
  return { x, y, w: Math.min(a.x + a.w, b.x + b.w) - x, h: Math.min(a.y + a.h, b.y + b.h) - y };
}

/** What can be seen and clicked, by the reference library alone. */
function clickable(nodes: readonly OracleNode[]): { name: string; role: string; box: Box; enabled: boolean }[] {
  return nodes.flatMap(({ role, name, states, extents, actions, scrollers, parent, hidden }) => {
    const isText = role === 'text' && states.includes('editable');
    const isCell = role === 'table cell' && states.includes('selectable');
    const isControl = CONTROLS.has(role) || isText || isCell || actions.some((one) => CLICKS.has(one));
    const isShown = states.includes('showing') && states.includes('visible');
    if (!extents || !isControl || !isShown || hidden) return [];
    // Entries of a list that is closed lie where the list's box is.
    if (role === 'menu item' && CLOSED_LIST.has(parent) && !states.includes('focused')) return [];
    let box = asBox(extents);
    for (const one of scrollers) if (one) box = shared(box, asBox(one));
    const enabled = states.includes('enabled') && states.includes('sensitive');
    return box.w >= 3 && box.h >= 3 ? [{ name, role, box, enabled }] : [];
  });
}

const isNear = (at: { x: number; y: number }, { x, y, w, h }: Box) =>
  Math.abs(at.x - (x + w / 2)) <= WITHIN + 0.5 && Math.abs(at.y - (y + h / 2)) <= WITHIN + 0.5;

const PAGE = `<!doctype html><title>Page of controls</title><body style="margin:20px;font:16px sans-serif">
<button>One</button> <button disabled>Two</button> <a href="#x">Link</a> <input aria-label=Name value=hi>
<input type=password aria-label=Pass value=secret> <textarea aria-label=Long>t</textarea>
<input type=checkbox aria-label=Check> <select aria-label=Choice><option>x<option>y</select>
<input type=range aria-label=Range><div onclick="1" style="width:120px;height:24px">Clickable box</div>
<table><tr><td>plain</td><td><button>In a cell</button></td></tr></table>
<div style="height:60px;width:200px;overflow:auto"><button style="height:40px">S1</button><br>
<button style="height:40px">S2</button><br><button style="height:40px">S3</button></div>
${Array.from({ length: 30 }, (_, i) => `<button>Button ${i}</button> <a href="#${i}">Link ${i}</a>`).join(' ')}`;

const PROGRAMS: { name: string; title: string; start(env: Record<string, string>): Started; least: number }[] = [
  { name: 'galculator, GTK 3', title: 'galculator', start: (env) => startProgram('galculator', [], env), least: 25 },
  {
    name: 'mousepad, GTK 3',
    title: 'Untitled 1 - Mousepad',
    start: (env) => startProgram('mousepad', ['--disable-server'], env),
    least: 6,
  },
  {
    name: 'zenity, GTK 3',
    title: 'Many rows',
    start: (env) =>
      startProgram(
        'zenity',
        [
          '--list',
          '--title=Many rows',
          '--column=A',
          '--column=B',
          ...Array.from({ length: 12 }, (_, i) => `cell ${i}`),
        ],
        env,
      ),
    least: 10,
  },
  { name: 'qt6ct, Qt 6', title: 'Qt6 Configuration Tool', start: (env) => startProgram('qt6ct', [], env), least: 15 },
  { name: 'a page in Chromium', title: 'Page of controls', start: (env) => startBrowser(PAGE, env), least: 60 },
];

describe('marks agree with the reference library', () => {
  const display = useDisplay();
  let helper: HelperProcess;
  beforeAll(async () => {
    helper = await HelperProcess.start(display().env);
  });
  afterAll(() => helper.stop());

  it.each(PROGRAMS)('$name', { timeout: 120_000 }, async ({ title, start, least }) => {
    const program = start(display().env);
    try {
      // Trees grow after a window has come up: until two readings in a row are the same.
      let last = -1;
      await eventually(async () => {
        const { marks } = await markedPicture(helper, title);
        const isSame = marks.source === 'accessibility' && marks.marks.length === last && last >= least;
        last = marks.marks.length;
        return isSame;
      }, `the marks of ${title}`);
      const { picture, marks } = await markedPicture(helper, title);
      const oracle = clickable(await readOracle(program.pid, display().env));
      const wanted = oracle.filter((one) => one.enabled);
      const points = marks.marks.map((mark) => ({ mark, at: onScreen(picture, mark.at) }));
      const missed = wanted.filter(({ box }) => !points.some(({ at }) => isNear(at, box)));
      const wrong = points.filter(({ at }) => !wanted.some(({ box }) => isNear(at, box)));
      expect(wanted.length).toBeGreaterThanOrEqual(least);
      expect(missed.length, `missed: ${JSON.stringify(missed)}`).toBeLessThanOrEqual(wanted.length * 0.05);
      expect(wrong, 'marks that the reference library knows nothing of').toEqual([]);
      const greyed = oracle.filter((one) => !one.enabled && !wanted.some(({ box }) => isNear(centre(one.box), box)));
      for (const { box } of greyed) expect(points.some(({ at }) => isNear(at, box))).toBe(false);
    } finally {
      await program.stop();
    }
  });
});

const centre = ({ x, y, w, h }: Box) => ({ x: x + w / 2, y: y + h / 2 });
