import { describe, expect, test } from 'vitest';
import { COMPUTER_CODES } from '../../../../../main/computer/error-codes.ts';
import { bindTool } from '../../../../../main/registry/define-tool.ts';
import { computerUse } from '../../../../../main/tools/computer/computer-use.ts';
import type { JsonObject } from '../../../../../protocol/json.ts';
import { OWNER, setUpComputer } from '../../../../support/computer.ts';

function bind() {
  const setup = setUpComputer();
  return { ...setup, tool: bindTool(computerUse, { computer: setup.service }) };
}

describe('the schema', () => {
  test('has exactly the parameters of the reference, and takes no others', () => {
    const schema = bind().tool.inputSchema(OWNER);
    const names =
      'action x y display modifiers from to direction amount text chord ms timeout_ms poll_ms region confirm_grid marks mark ref value observation_id';
    expect(Object.keys(schema['properties'] as JsonObject)).toEqual(names.split(' '));
    expect(schema['required']).toEqual(['action']);
    expect(schema['additionalProperties']).toBe(false);
  });

  test('carries the posture of this turn and the shortcut key', () => {
    const { tool, config } = bind();
    const action = () => ((tool.inputSchema(OWNER)['properties'] as JsonObject)['action'] as JsonObject)['description'];
    expect(action()).toContain('Posture: standard');
    expect(action()).toContain('The main shortcut modifier here is ctrl.');
    config.sandbox.mode = 'strict';
    expect(action()).toContain('Posture: strict');
  });

  test('says what accessibility this host has, as far as it is known', async () => {
    const { tool, desktop, act } = bind();
    const action = () => ((tool.inputSchema(OWNER)['properties'] as JsonObject)['action'] as JsonObject)['description'];
    expect(action()).toContain('work through AT-SPI as far as the program on the screen supports it');
    await act({ action: 'screenshot' });
    expect(action()).toContain(
      'Accessibility here: marks, elements, inspect, press and set_value work through AT-SPI.',
    );
    desktop.probe.accessibility = { value: false, detail: 'There is no D-Bus\nsession "bus".' };
    await act({ action: 'screenshot' }, { caller: { conversationId: 'c2' } });
    expect(action()).toContain("Accessibility here: none (There is no D-Bus session 'bus'.)");
  });

  test('the description says how to aim, and what to prefer to the screen', () => {
    const { description } = bind().tool;
    const order = ['a mark', 'the point or ref of a control', 'a point read in a crop', 'a point of the full screen'];
    const places = order.map((words) => description.indexOf(words));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual([...places].sort((one, other) => one - other));
    for (const words of [
      'Prefer an exact route',
      'Ask windows for the region',
      'does not mean that pixels will not work',
      'is not a miss',
      'Never operate the windows of this app itself',
    ])
      expect(description).toContain(words);
  });

  test.each<[string, JsonObject]>([
    ['no action', {}],
    ['an unknown action', { action: 'fly' }],
    ['a text for a number', { action: 'left_click', x: '1', y: 2 }],
    ['a fraction', { action: 'left_click', x: 1.5, y: 2 }],
    ['a negative number', { action: 'left_click', x: -1, y: 2 }],
    ['a huge number', { action: 'left_click', x: 1e300, y: 2 }],
    ['an unknown field', { action: 'screenshot', colour: 'red' }],
    ['an unknown field inside', { action: 'screenshot', region: { x: 0, y: 0, w: 1, h: 1, z: 1 } }],
    ['an empty region', { action: 'screenshot', region: { x: 0, y: 0, w: 0, h: 1 } }],
    ['a yes in words', { action: 'screenshot', marks: 'true' }],
    ['an unknown modifier', { action: 'left_click', x: 1, y: 2, modifiers: ['hyper'] }],
    ['a wait too long', { action: 'wait', ms: 10_001 }],
    ['too many notches', { action: 'scroll', x: 1, y: 1, direction: 'up', amount: 51 }],
    ['null', { action: 'screenshot', region: null }],
    ['a mark over a hundred', { action: 'left_click', mark: 101 }],
    ['a mark in words', { action: 'left_click', mark: '3' }],
    ['a fraction of a mark', { action: 'left_click', mark: 1.5 }],
    ['a value that is no text', { action: 'set_value', observation_id: 'a-1', ref: 'e1', value: 7 }],
  ])('%s is refused and runs nothing', (_name, input) => {
    const { tool, helpers } = bind();
    expect(tool.prepare(input)).toMatchObject({ ok: false, code: 'invalid_arguments' });
    expect(helpers).toHaveLength(0);
  });
});

test('a call runs through the registry’s own steps', async () => {
  const { tool } = bind();
  const prepared = tool.prepare({ action: 'screenshot' });
  if (!prepared.ok) throw new Error(prepared.text);
  const signal = new AbortController().signal;
  const result = await prepared.run({ caller: OWNER, turnId: 't', callId: 'c', signal, report: () => undefined });
  expect(result).toMatchObject({ ok: true, pictures: [{ role: 'result' }] });
});

test('it is offered when the owner has switched it on, and to them alone', () => {
  const { tool, config } = bind();
  expect(tool.available()).toBeNull();
  expect(tool.advertise(OWNER)).toBeNull();
  expect(tool.authorize({ ...OWNER, depth: 1 })).toMatchObject({ code: 'subagent_denied' });
  config.computerUse.enabled = false;
  expect(tool.available()).toMatchObject({ code: 'not_enabled', remedy: { page: expect.any(String) } });
});

test.each<[JsonObject, string]>([
  [{ action: 'screenshot' }, 'Look at the screen'],
  [{ action: 'left_click', x: 10, y: 20 }, 'Click at 10,20'],
  [{ action: 'right_click', mark: 12 }, 'Right-click at mark 12'],
  [{ action: 'left_click_drag', from: { x: 1, y: 2 }, to: { x: 3, y: 4 } }, 'Drag from 1,2 to 3,4'],
  [{ action: 'scroll', direction: 'down', x: 1, y: 2 }, 'Scroll down at 1,2'],
  [{ action: 'type', text: 'pässword' }, 'Type 8 characters'],
  [{ action: 'key', chord: 'ctrl+s' }, 'Press ctrl+s'],
  [{ action: 'wait', ms: 500 }, 'Wait 500 ms'],
  [{ action: 'elements' }, 'List the controls'],
  [{ action: 'inspect', x: 1, y: 2 }, 'Look at a control at 1,2'],
  [{ action: 'press', observation_id: 'a-1', ref: 'e3' }, 'Press control e3'],
  [{ action: 'set_value', observation_id: 'a-1', ref: 'e3', value: 'secret' }, 'Fill in control e3'],
  [{ action: 7 }, 'Use the computer'],
])('the card of %j says "%s"', (input, title) => {
  expect(bind().tool.title(input)).toBe(title);
});

test('every code has a sentence', () => {
  for (const [code, facts] of Object.entries(COMPUTER_CODES)) expect(facts.message.length, code).toBeGreaterThan(10);
});
