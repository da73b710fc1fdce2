import { afterAll, beforeAll, expect, test } from 'vitest';
import { fullCrop, type Rectangle, regionCrop, toPicture } from '../../../protocol/helper/geometry.ts';
import { openBuiltComputer } from '../../support/built-computer.ts';
import { openDisplay, type VirtualDisplay } from '../../support/display.ts';
import { SCENES, type Scene, writeScene } from '../../support/hostile/scenes.ts';
import { SeededRandom } from '../../support/seeded-random.ts';
import { Stage, type StageEvent } from '../../support/x11/stage-program.ts';

const SCREEN = { width: 1600, height: 1000 };
/** The seed of a failed run is in its message; HOSTILE_SEED=… plays that one alone. */
const SEED = Number(process.env['HOSTILE_SEED'] ?? 20_261_130);
const RUNS = process.env['HOSTILE_SEED'] ? 1 : 1_000;
/** Each with the button and the number of presses that arrive. */
const CLICKS = { left_click: [1, 1], right_click: [3, 1], double_click: [1, 2] } as const;

let display: VirtualDisplay;
let computer: ReturnType<typeof openBuiltComputer>;
let stage: Stage;

beforeAll(async () => {
  display = await openDisplay({ ...SCREEN, windowManager: false, dbus: false });
  computer = openBuiltComputer(display.env);
  computer.config.computerUse.maxActions = 1_000_000;
  stage = await Stage.start(display.env);
});
afterAll(async () => {
  await computer?.service.close();
  await stage?.stop();
  await display?.stop();
});

/** A region around the point in full-picture pixels: whole, or so small that it is magnified. */
function lookAround(random: SeededRandom, scene: Scene): Rectangle | null {
  const isSmall = scene.name === 'onePixel' || scene.name === 'fiveThousand';
  if (!isSmall && random.chance(0.6)) return null;
  const full = toPicture(fullCrop(SCREEN), scene.aim);
  if (!full) throw new Error('The aim is not on the screen.');
  const [w, h] = [random.between(200, 500), random.between(150, 300)];
  return {
    x: Math.max(0, full.x - random.between(20, w - 20)),
    y: Math.max(0, full.y - random.between(20, h - 20)),
    w,
    h,
  };
}

interface Run {
  scene: Scene;
  action: keyof typeof CLICKS;
  code: string | null;
  events: StageEvent[];
}

async function play(random: SeededRandom): Promise<Run> {
  const scene = writeScene(random.pick(SCENES), random);
  const action = random.pick(['left_click', 'left_click', 'right_click', 'double_click'] as const);
  computer.config.computerUse.screenshotAfter = random.chance(0.05);
  await stage.do(scene.before);
  const region = lookAround(random, scene);
  const look = await computer.act({ action: 'screenshot', ...(region ? { region } : {}) });
  if (!look.ok) throw new Error(look.text);
  const crop = region ? regionCrop(SCREEN, region) : fullCrop(SCREEN);
  const point = crop && toPicture(crop, scene.aim);
  if (!point) throw new Error('The aim is not in the picture.');
  if (scene.then) await stage.do(scene.then);
  const result = await computer.act({ action, ...point, ...(region ? { region, confirm_grid: true } : {}) });
  return { scene, action, code: result.ok ? null : result.code, events: await stage.take() };
}

/** What is wrong with a run, or null. */
function faultOf({ scene, action, code, events }: Run): string | null {
  const presses = events.filter((one) => one.type === 'down');
  const isAllowed = code === scene.refusal || (scene.mayRefuse === true && code === 'target_changed');
  if (!isAllowed) return `${code ?? 'performed'} instead of ${scene.refusal ?? 'performed'}`;
  if (code !== null) return presses.length > 0 ? 'refused, and yet something was pressed' : null;
  const [button, count] = CLICKS[action];
  const wrong = presses.filter((one) => `${one.window}/${one.cell}` !== scene.target || one.detail !== button);
  if (wrong.length > 0) return `a wrong click: ${JSON.stringify(wrong)} instead of ${scene.target}`;
  const released = events.filter((one) => one.type === 'up').length;
  return presses.length === count && released === count ? null : `${presses.length} presses, ${released} releases`;
}

test(`${RUNS} seeded runs against hostile windows: no wrong click, and each refusal has its code`, {
  timeout: 600_000,
}, async () => {
  const tally: Record<string, number> = {};
  const faults: string[] = [];
  for (let i = 0; i < RUNS && faults.length < 5; i++) {
    const seed = SEED + i;
    const run = await play(new SeededRandom(seed));
    const fault = faultOf(run);
    if (fault) faults.push(`HOSTILE_SEED=${seed}, ${run.scene.name}, ${run.action}: ${fault}`);
    const key = `${run.scene.name}: ${run.code ?? 'performed'}`;
    tally[key] = (tally[key] ?? 0) + 1;
  }
  expect(faults).toEqual([]);
  if (RUNS === 1) return;
  // Both answers must have come often, or the runs prove nothing.
  const refused = Object.entries(tally).filter(([key]) => key.endsWith('target_changed'));
  expect(refused.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(RUNS / 5);
  expect(Object.keys(tally).length).toBeGreaterThan(SCENES.length);
});
