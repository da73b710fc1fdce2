import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, regionOf } from '../../support/accessibility/programs.ts';
import { useDisplay } from '../../support/display.ts';
import { HelperProcess } from '../../support/helper-process.ts';
import { ClipboardProgram } from '../../support/x11/program.ts';
import { featherpadTarget, gtk4Target, type TextTarget } from '../../support/x11/text-targets.ts';

const TEXTS = [
  Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i)).join(''),
  'àâäçéèêëîïôöùûüÿñß ÀÉÜ œŒ ¿¡ «» Съешь ещё булок 你好 漢字かな 한국어',
  // Decomposed marks, four people joined by U+200D, and characters that are dead keys on some layouts.
  'e\u0301 n\u0303 a\u030a\u0323 👨‍👩‍👧‍👦 ok 😀👍 5 € ^ ` ~ ´ ¨ £',
];
const KEPT = { 'text/plain;charset=utf-8': Buffer.from('kept ü'), 'image/png': Buffer.from([1, 2, 3]) };

const TARGETS: [string, (env: Record<string, string>) => TextTarget | Promise<TextTarget>][] = [
  ['a GTK 4 entry', gtk4Target],
  ['a Qt editor', featherpadTarget],
];

describe.for(TARGETS)('text into %s arrives byte for byte', { timeout: 180_000 }, ([, open]) => {
  const display = useDisplay({ width: 1280, height: 800, dbus: false });
  let helper: HelperProcess;
  let clipboard: ClipboardProgram;
  let target: TextTarget;

  beforeAll(async () => {
    helper = await HelperProcess.start(display().env);
    clipboard = new ClipboardProgram(display().env);
    await clipboard.own(KEPT);
    target = await open(display().env);
    const window = await eventually(async () => {
      const { reading } = await helper.act({ action: { action: 'windows' } });
      if (reading?.kind !== 'windows') return null;
      return reading.items.find((one) => one.title.includes(target.title)) ?? null;
    }, `the window ${target.title}`);
    const { x, y, w, h } = window.region;
    const at = { x: x + Math.floor(w / 2), y: y + Math.floor(h / 2) };
    await helper.act({ action: { action: 'left_click', at, modifiers: [] } });
    await eventually(async () => (await regionOf(helper, window.title))?.focused, 'the focus');
  });
  afterAll(async () => {
    await target?.stop();
    await clipboard?.stop();
    await helper?.stop();
  });

  async function arrives(action: 'type' | 'paste', text: string): Promise<void> {
    await target.clear();
    await helper.act({ action: { action, text } });
    if (target.finish) await helper.act({ action: target.finish });
    const isThere = async () => (await target.text()) === text;
    await eventually(isThere, text).catch(() => undefined);
    expect(await target.text()).toBe(text);
  }

  for (const layout of ['us', 'de', 'fr'])
    it(`typed and pasted under the ${layout} layout; the clipboard is as before`, async () => {
      execFileSync('setxkbmap', ['-layout', layout], { env: { ...process.env, ...display().env } });
      for (const text of TEXTS) {
        await arrives('type', text);
        await arrives('paste', text);
      }
      for (const [format, data] of Object.entries(KEPT)) expect(await clipboard.read(format)).toEqual(data);
    });
});
