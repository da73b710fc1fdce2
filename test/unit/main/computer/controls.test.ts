import { describe, expect, test } from 'vitest';
import type { ToolResult } from '../../../../main/registry/capability.ts';
import type { ControlReading } from '../../../../protocol/helper/accessibility.ts';
import type { Receipt } from '../../../../protocol/helper/act.ts';
import { RemoteError } from '../../../../protocol/rpc/remote-error.ts';
import { type ComputerSetup, setUpComputer } from '../../../support/computer.ts';
import { fakeControl, fakeElement } from '../../../support/fake-controls.ts';
import { fakeReceipt } from '../../../support/linked-helper.ts';

const codeOf = (result: ToolResult) => (result.ok ? null : result.code);
const named = (id: string, ref: string) => ({ observation_id: id, ref });

/** A list of a button, a disabled button and a field. */
async function listed(): Promise<ComputerSetup & { id: string; text: string }> {
  const setup = setUpComputer();
  setup.desktop.elements = [
    fakeElement('e1', 'Save'),
    fakeElement('e2', 'Undo', { enabled: false, at: { x: 300, y: 50 } }),
    fakeElement('e3', 'Name', {
      role: 'field',
      actions: ['focus'],
      settable: true,
      value: 'old',
      at: { x: 500, y: 50 },
    }),
  ];
  const { text } = await setup.act({ action: 'elements' });
  return { ...setup, text, id: /^View (\S+):/.exec(text)?.[1] ?? '' };
}

function answer(setup: ComputerSetup, receipt: Partial<Receipt>, reading: Partial<ControlReading> = {}): void {
  setup.desktop.onAct = () => ({
    picture: null,
    reading: fakeControl(reading),
    receipt: fakeReceipt({ delivery: 'n/a', method: 'accessibility', ...receipt }),
  });
}

describe('operating a control by name (7.6)', () => {
  test('press sends the control alone: no point, no check picture', async () => {
    const setup = await listed();
    answer(setup, { effect: 'verified' });
    const result = await setup.act({ action: 'press', ...named(setup.id, 'e1') });
    expect(result).toMatchObject({
      ok: true,
      outcome: 'performed',
      report: { target: { by: 'element', name: 'Save' } },
    });
    expect(result.text).toContain('press e1, button "Save".');
    expect(result.text).toContain('Read back: button "Save", enabled.');
    expect(result.pictures?.some((one) => one.role === 'after')).not.toBe(true);
    const sent = setup.helpers[0]?.acts.at(-1);
    expect(sent).toMatchObject({
      seq: 1,
      check: null,
      action: { action: 'press', element: { listing: 'l1', ref: 'e1' } },
    });
    expect(sent).not.toHaveProperty('facts');
  });

  test('a control that no longer answers has mostly worked and gone', async () => {
    const setup = await listed();
    answer(setup, { effect: 'unknown' }, { found: false });
    const result = await setup.act({ action: 'press', ...named(setup.id, 'e1') });
    expect(result).toMatchObject({ ok: true, outcome: 'unverified' });
    expect(result.text).toContain('no longer answers, which usually means that it worked and was dismissed');
  });

  test('set_value that reads back equal is performed, anything else is to be read before relying on it', async () => {
    const setup = await listed();
    const input = { action: 'set_value', value: 'new', ...named(setup.id, 'e3') };
    answer(setup, { effect: 'verified' }, { role: 'field', name: 'Name', value: 'new' });
    const equal = await setup.act(input);
    expect(equal).toMatchObject({ ok: true, outcome: 'performed' });
    expect(equal.text).toContain('value "new"');
    answer(setup, { effect: 'not_observed' }, { role: 'field', name: 'Name', value: 'old' });
    const different = await setup.act(input);
    expect(different).toMatchObject({ ok: true, outcome: 'unverified' });
    expect(different.text).toContain('Read the field before relying on its value.');
  });

  test('an empty value clears the field', async () => {
    const setup = await listed();
    await setup.act({ action: 'set_value', value: '', ...named(setup.id, 'e3') });
    expect(setup.helpers[0]?.acts.at(-1)?.action).toMatchObject({ action: 'set_value', value: '' });
  });

  test('whether the program came to the front is told when it did, and never denied', async () => {
    const setup = await listed();
    answer(setup, {}, { foregroundChanged: true });
    const came = await setup.act({ action: 'press', ...named(setup.id, 'e1') });
    expect(came.text).toContain('Its program came to the front.');
    answer(setup, {});
    expect((await setup.act({ action: 'press', ...named(setup.id, 'e1') })).text).not.toContain('front');
  });

  test('what the control does not offer is refused with the click to send instead, and never replaced by it', async () => {
    const setup = await listed();
    const sent = setup.helpers[0]?.acts.length;
    const press = await setup.act({ action: 'press', ...named(setup.id, 'e3') });
    expect(codeOf(press)).toBe('element_action_unsupported');
    expect(press.text).toContain(`{"action":"left_click","observation_id":"${setup.id}","ref":"e3"}`);
    const set = await setup.act({ action: 'set_value', value: 'x', ...named(setup.id, 'e1') });
    expect(codeOf(set)).toBe('element_action_unsupported');
    expect(setup.helpers[0]?.acts).toHaveLength(sent ?? -1);
  });

  test.each([
    ['no ref', (id: string) => ({ observation_id: id })],
    ['no view', () => ({ ref: 'e1' })],
    ['a ref that the list does not have', (id: string) => named(id, 'e9')],
  ])('%s: a control of a list is required', async (_name, target) => {
    const setup = await listed();
    const result = await setup.act({ action: 'press', ...target(setup.id) });
    expect(codeOf(result)).toBe('element_required');
    if (!('observation_id' in target(setup.id)) || !('ref' in target(setup.id)))
      expect(result.text).toContain('{"action":"elements"}');
  });

  test('a picture has no refs', async () => {
    const { act } = setUpComputer();
    const id = /^View (\S+):/.exec((await act({ action: 'screenshot' })).text)?.[1] ?? '';
    const result = await act({ action: 'press', ...named(id, 'e1') });
    expect(codeOf(result)).toBe('element_required');
    expect(result.text).toContain('is a picture, not a list of controls');
  });

  test('they need no leave to post mouse and keyboard, which clicks do', async () => {
    const setup = setUpComputer();
    setup.desktop.probe.inputControl = { value: false, detail: 'XTEST is missing' };
    const id = /^View (\S+):/.exec((await setup.act({ action: 'elements' })).text)?.[1] ?? '';
    expect(codeOf(await setup.act({ action: 'left_click', ...named(id, 'e1') }))).toBe('input_permission_missing');
    expect(codeOf(await setup.act({ action: 'press', ...named(id, 'e1') }))).toBeNull();
  });

  test('strict mode refuses them', async () => {
    const setup = await listed();
    setup.config.sandbox.mode = 'strict';
    expect(codeOf(await setup.act({ action: 'press', ...named(setup.id, 'e1') }))).toBe('strict_mode');
    expect(codeOf(await setup.act({ action: 'set_value', value: 'x', ...named(setup.id, 'e3') }))).toBe('strict_mode');
  });

  test('a paused session holds them, and the owner’s input comes first', async () => {
    const setup = await listed();
    setup.desktop.idle = { idleMs: 0, attributed: true };
    const waiting = setup.act({ action: 'press', ...named(setup.id, 'e1') });
    await setup.clock.advance(4_000);
    expect(codeOf(await waiting)).toBe('user_active');
    await setup.service.pause();
    expect(codeOf(await setup.act({ action: 'press', ...named(setup.id, 'e1') }))).toBe('paused');
  });
});

describe('codes of the helper', () => {
  const sent = (dispatch: 'sent' | 'not_sent') => ({
    receipt: { ...fakeReceipt({ dispatch, delivery: 'n/a', effect: 'unknown', method: 'accessibility' }) },
  });

  test.each([
    ['stale_element', 'not_sent', 'refused'],
    ['element_disabled', 'not_sent', 'refused'],
    ['accessibility_failed', 'not_sent', 'failed'],
    ['accessibility_timeout', 'sent', 'unknown'],
  ] as const)('%s: dispatch %s, outcome %s', async (code, dispatch, outcome) => {
    const setup = await listed();
    setup.desktop.onAct = () => {
      throw new RemoteError(code, 'No.', JSON.parse(JSON.stringify(sent(dispatch))));
    };
    const result = await setup.act({ action: 'press', ...named(setup.id, 'e1') });
    expect(result).toMatchObject({ ok: false, code, outcome, data: { dispatch, retry: 'no' } });
  });

  test('without an accessibility service lists are refused and pictures still work', async () => {
    const setup = setUpComputer();
    setup.desktop.onAct = () => {
      throw new RemoteError('accessibility_unavailable', 'There is no D-Bus session bus.');
    };
    const result = await setup.act({ action: 'elements' });
    expect(codeOf(result)).toBe('accessibility_unavailable');
    expect(result.text).toContain('There is no D-Bus session bus.');
    expect(result.text).toContain('{"action":"screenshot"}');
    setup.desktop.onAct = null;
    expect(codeOf(await setup.act({ action: 'screenshot' }))).toBeNull();
  });
});

describe('the pointer by ref', () => {
  test('goes to the listed place of the control, which the helper reads again', async () => {
    const setup = await listed();
    const result = await setup.act({ action: 'left_click', ...named(setup.id, 'e1') });
    expect(result.text).toContain('left_click on e1, button "Save", at (100,50).');
    expect(setup.helpers[0]?.acts.at(-1)).toMatchObject({
      element: { listing: 'l1', ref: 'e1' },
      action: { at: { x: 100, y: 50 } },
    });
  });

  test('a control that is gone is told as such', async () => {
    const setup = await listed();
    setup.desktop.onAct = () => {
      throw new RemoteError('stale_mark', 'Gone.');
    };
    const result = await setup.act({ action: 'left_click', ...named(setup.id, 'e1') });
    expect(codeOf(result)).toBe('stale_element');
    expect(result.text).toContain('{"action":"elements"}');
  });

  test.each([{ x: 1, y: 2 }, { mark: 1 }])('ref together with %j names the target twice', async (more) => {
    const setup = await listed();
    const result = await setup.act({ action: 'left_click', ...named(setup.id, 'e1'), ...more });
    expect(codeOf(result)).toBe('addressing_conflict');
  });

  test('a disabled control may be clicked, by ref or by pixel, and the text warns', async () => {
    const setup = await listed();
    const byRef = await setup.act({ action: 'left_click', ...named(setup.id, 'e2') });
    expect(byRef).toMatchObject({ ok: true });
    expect(byRef.text).toContain('The control there is disabled');
    await setup.act({ action: 'elements' });
    expect((await setup.act({ action: 'left_click', x: 310, y: 55 })).text).toContain('The control there is disabled');
    await setup.act({ action: 'elements' });
    expect((await setup.act({ action: 'left_click', x: 100, y: 50 })).text).not.toContain('disabled');
  });
});

test('what was set is never logged, only its length', async () => {
  const setup = await listed();
  await setup.act({ action: 'set_value', value: 'hunter2', ...named(setup.id, 'e3') });
  const logged = JSON.stringify(setup.lines);
  expect(logged).not.toContain('hunter2');
  expect(setup.lines.find((line) => line.fields['action'] === 'set_value')?.fields['characters']).toBe(7);
  const refused = await setup.act({ action: 'set_value', value: 'hunter2', ...named(setup.id, 'e1') });
  expect(refused.text).not.toContain('hunter2');
});
