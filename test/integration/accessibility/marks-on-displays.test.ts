import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ControlLine, eventually, openControls } from '../../support/accessibility/programs.ts';
import { openBuiltComputer } from '../../support/built-computer.ts';
import { openDisplay, type VirtualDisplay } from '../../support/display.ts';
import type { LineProgram } from '../../support/x11/program.ts';

/** The primary one to the right, a portrait one to its left and lower. */
const MONITORS = [
  { width: 1600, height: 900, x: 900, y: 0 },
  { width: 900, height: 1440, x: 0, y: 120 },
];

const hasDriver = existsSync('/usr/lib/xorg/modules/drivers/dummy_drv.so') && process.getuid?.() === 0;
if (!hasDriver)
  process.stderr.write('marks-on-displays.test.ts IS SKIPPED: it needs root and xserver-xorg-video-dummy.\n');

describe.skipIf(!hasDriver)('windows and marks on two displays of a real X server', () => {
  let display: VirtualDisplay;
  let computer: ReturnType<typeof openBuiltComputer>;
  const programs: LineProgram<ControlLine>[] = [];

  beforeAll(async () => {
    display = await openDisplay({ monitors: MONITORS });
    computer = openBuiltComputer(display.env);
    computer.config.computerUse.screenshotAfter = false;
    for (const [i, { x, y }] of MONITORS.entries())
      programs.push(await openControls('gtk3', display.env, `On display ${i}`, String(x + 150), String(y + 200)));
  });
  afterAll(async () => {
    await computer?.service.close();
    for (const program of programs) await program.stop();
    await display?.stop();
  });

  it.for([0, 1])(
    'display %i: only its window is listed, and a mark on it is clicked there',
    {
      timeout: 60_000,
    },
    async (index) => {
      const title = `On display ${index}`;
      await eventually(async () => {
        const { text } = await computer.act({ action: 'windows', display: index });
        return text.includes(`"${title}"`) && !text.includes(`"On display ${1 - index}"`);
      }, `only the window ${title}`);
      const program = programs[index];
      for (const name of ['Beta', 'Delta', 'Alpha']) {
        const mark = await eventually(async () => {
          const { text } = await computer.act({ action: 'screenshot', marks: true, display: index });
          if (!text.includes(`window "${title}"`)) return null;
          return Number(new RegExp(`^(\\d+) button "${name}" at`, 'm').exec(text)?.[1] ?? 0);
        }, `the mark of ${name}`);
        const from = program?.lines.length ?? 0;
        const result = await computer.act({ action: 'left_click', mark, display: index });
        expect(result, result.text).toMatchObject({ ok: true });
        expect((await program?.until((line) => line.clicked !== undefined, from))?.clicked).toBe(name);
      }
      const { text } = await computer.act({ action: 'elements', display: index });
      expect(text).toContain(`window "${title}"`);
      expect(text).toMatch(/^e\d+ button "Greyed" .*disabled/m);
    },
  );
});
