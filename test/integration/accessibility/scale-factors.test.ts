import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ComputerInput } from '../../../main/computer/input.ts';
import { eventually, openControls, startBrowser } from '../../support/accessibility/programs.ts';
import { openBuiltComputer } from '../../support/built-computer.ts';
import { useDisplay } from '../../support/display.ts';

/** Programs that draw at twice the size while the X server knows one grid of pixels only. */
const display = useDisplay({ width: 1800, height: 1200 });
let computer: ReturnType<typeof openBuiltComputer>;
beforeAll(() => {
  computer = openBuiltComputer(display().env);
  computer.config.computerUse.screenshotAfter = false;
});
afterAll(() => computer?.service.close());

type Region = NonNullable<ComputerInput['region']>;

/** The window's region as the model gets it. */
const regionOf = (title: string): Promise<Region> =>
  eventually(async () => {
    const { text } = await computer.act({ action: 'windows' });
    const line = text.split('\n').find((one) => one.includes(`"${title}`));
    const region = /"region":(\{[^}]*\})/.exec(line ?? '')?.[1];
    return region ? (JSON.parse(region) as Region) : null;
  }, `the window ${title}`);

/** The number on a button, in a picture of that window only. */
const markOf = (name: string, region: Region): Promise<number> =>
  eventually(async () => {
    const { text } = await computer.act({ action: 'screenshot', marks: true, region });
    const number = new RegExp(`^(\\d+) button "${name}" at`, 'm').exec(text)?.[1];
    return number ? Number(number) : null;
  }, `the mark of ${name}`);

/** A program that has much to do may answer too late; then nothing was sent, and the model looks again. */
const clickMark = (name: string, region: Region): Promise<true> =>
  eventually(async () => {
    const result = await computer.act({ action: 'left_click', mark: await markOf(name, region), region });
    if (!result.ok && result.code === 'accessibility_timeout') return null;
    expect(result, result.text).toMatchObject({ ok: true });
    return true;
  }, `the click on ${name}`);

const KINDS = [
  { kind: 'gtk3', env: { GDK_SCALE: '2' } },
  { kind: 'gtk4', env: { GDK_SCALE: '2' } },
  { kind: 'qt6', env: { QT_SCALE_FACTOR: '2' } },
] as const;

it.for(KINDS)(
  '$kind at twice the size: the window, its marks and clicks on them',
  {
    timeout: 90_000,
  },
  async ({ kind, env }) => {
    const title = `Twice ${kind}`;
    const program = await openControls(kind, { ...display().env, ...env }, title);
    try {
      const region = await regionOf(title);
      // At its own size none of these windows is wider than 500 pixels.
      expect(region.w).toBeGreaterThan(560);
      for (const name of ['Alpha', 'Delta', 'First']) {
        const from = program.lines.length;
        await clickMark(name, region);
        expect((await program.until((line) => line.clicked !== undefined, from)).clicked).toBe(name);
      }
    } finally {
      await program.stop();
    }
  },
);

it('Chromium at twice the size: the window, marks of the page and clicks on them', { timeout: 90_000 }, async () => {
  const page = `<title>Twice page</title><body style="margin:40px">${['Alpha', 'Beta', 'Gamma']
    .map((name) => `<p><button onclick="document.title='Twice page: ${name}'">${name}</button>`)
    .join('')}`;
  const browser = startBrowser(page, display().env, '--force-device-scale-factor=2', '--window-size=500,350');
  try {
    const region = await regionOf('Twice page');
    expect(region.w).toBeGreaterThan(560);
    for (const name of ['Beta', 'Gamma', 'Alpha']) {
      await clickMark(name, region);
      await regionOf(`Twice page: ${name}`);
    }
  } finally {
    await browser.stop();
  }
});
