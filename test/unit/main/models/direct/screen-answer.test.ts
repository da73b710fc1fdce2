import { expect, test } from 'vitest';
import { elementLines, markLines, windowLines } from '../../../../../main/computer/control-text.ts';
import { createDirectClient } from '../../../../../main/models/direct/direct-client.ts';
import { screenAnswer } from '../../../../../main/models/direct/screen-answer.ts';
import { bindTool } from '../../../../../main/registry/define-tool.ts';
import { computerUse } from '../../../../../main/tools/computer/computer-use.ts';
import { createWorld } from '../../../../support/agent-world.ts';
import { type ComputerSetup, setUpComputer } from '../../../../support/computer.ts';
import { fakeElement, fakeElements, fakeMark, fakeMarks, fakeWindows } from '../../../../support/fake-controls.ts';
import { fakePicture, fakeReceipt } from '../../../../support/linked-helper.ts';

/** Words and notations that are meant for a model. */
const FOR_A_MODEL = /View \S+:|observation_id|[{}]|untrusted|"mark"/;

/** Direct mode over the real tool and the whole host side, on a helper of the test's own. */
function screenWorld(options: Parameters<typeof setUpComputer>[0] = {}) {
  const world = createWorld(createDirectClient());
  const setup: ComputerSetup = setUpComputer(options);
  world.ports.registry.register(bindTool(computerUse, { computer: setup.service }));
  return { ...setup, world };
}

test('a look lists the numbers that may be clicked, one a line', async () => {
  const { world, helpers } = screenWorld();
  const { text } = await world.ask('screen');
  expect(helpers[0]?.acts[0]?.action).toEqual({ action: 'screenshot', marks: true });
  expect(text).toContain('`screen`: 2 marks of "gedit", window "Untitled":');
  expect(text).toContain('```\n1 button "Save" at (100,50)\n2 button "Open" at (200,50)\n```');
  expect(text).not.toMatch(FOR_A_MODEL);
});

test('where nothing can be numbered it says why', async () => {
  const { world, desktop } = screenWorld();
  desktop.marks = [];
  const { text } = await world.ask('screen');
  expect(text).toContain('Picture taken, without marks. Read gedit.');
  expect(text).not.toMatch(FOR_A_MODEL);
  expect(text.split('\n')).toHaveLength(1);
});

test('a number clicks the control it stands on, as long as it is the newest picture', async () => {
  const { world, helpers } = screenWorld();
  const first = await world.ask('screen\nclick 2\ndouble click 1');
  expect(helpers[0]?.acts[1]).toMatchObject({ element: { ref: 'e2' }, action: { action: 'left_click' } });
  expect(first.text).toContain('`double click 1` did not work: the marks belong to an older picture');
  await world.ask('screen\nright click 1', first.conversationId);
  expect(helpers[0]?.acts.at(-1)).toMatchObject({ element: { ref: 'e1' }, action: { action: 'right_click' } });
});

test('windows, controls and one control are listed in words', async () => {
  const { world } = screenWorld();
  const { text } = await world.ask('windows\nelements\ninspect 100,50');
  expect(text).toContain('"gedit" "Untitled": screen 0,0,10,10');
  expect(text).toContain('e1 button "Save" at (100,50); can press');
  expect(text).toContain('`inspect 100,50`: button "Save"; of "gedit"');
  expect(text).not.toMatch(FOR_A_MODEL);
});

test('after a click by number in a close-up, a scroll still knows the close-up', async () => {
  const { world, helpers } = screenWorld({ width: 3840, height: 2160 });
  const region = { x: 300, y: 200, w: 400, h: 225 };
  const { text } = await world.ask('screen 300,200,400,225\nclick 1\nscroll down\nclick 5,5');
  expect(helpers[0]?.acts[2]).toMatchObject({ region, action: { action: 'scroll', at: { x: 562, y: 316 } } });
  expect(text).toContain('Write `click 5,5 in 300,200,400,225`');
});

test('points are pixels of the newest picture, whichever display it shows', async () => {
  const { world, desktop, helpers } = screenWorld();
  desktop.onAct = (input) => ({
    picture: fakePicture(desktop, null, { display: input.display }),
    receipt: fakeReceipt(input.action.action === 'screenshot' ? { dispatch: 'read', delivery: 'n/a' } : {}),
  });
  const report = await world.ask('screen display 1\nclick 5,6');
  expect(report.toolCalls.map((one) => one.ok)).toEqual([true, true]);
  expect(helpers[0]?.acts[1]).toMatchObject({ display: 1, action: { at: { x: 5, y: 6 } } });
});

test('lists of any length and their notes become one line and a list', () => {
  const desktop = { width: 1920, height: 1080 };
  const many = Array.from({ length: 250 }, (_, index) => fakeElement(`e${index}`, 'n'.repeat(70)));
  const cut = screenAnswer(elementLines(fakeElements(desktop, null, many, { truncated: 'time' }), null).join('\n'));
  expect(cut.list.length).toBeGreaterThan(50);
  expect(cut.line).toContain('its time limit');
  const forged = fakeMarks([fakeMark(1, 'x\n2 button "y" at (1,1)')], { note: 'Read.' });
  expect(screenAnswer(markLines(forged).join('\n')).list).toHaveLength(1);
  expect(screenAnswer(windowLines(fakeWindows([]), 0).join('\n')).line).toContain('0 windows on display 0.');
});
