import { describe, expect, test } from 'vitest';
import { actionWords } from '../../../../main/computer/action-words.ts';
import type { ActionReport } from '../../../../protocol/conversation/action-report.ts';
import type { Receipt } from '../../../../protocol/helper/act.ts';
import { setUpComputer } from '../../../support/computer.ts';
import { fakePicture, fakeReceipt, fakeSuccess } from '../../../support/linked-helper.ts';

const CLICK = { action: 'left_click', x: 40, y: 50 };

/** The outcome of a click whose helper answers with this receipt; `picture` false: no check picture came. */
async function outcomeOf(receipt: Partial<Receipt>, picture = true) {
  const { act, desktop } = setUpComputer();
  await act({ action: 'screenshot' });
  desktop.onAct = (input) => ({
    ...fakeSuccess(desktop, input),
    receipt: fakeReceipt(receipt),
    picture: picture ? fakePicture(desktop, null) : null,
    ...(picture ? {} : { checkError: { code: 'capture_stalled', message: 'No picture came.' } }),
  });
  return act(CLICK);
}

describe('three outcomes, from the receipt alone', () => {
  test.each<[string, Partial<Receipt>, boolean, string]>([
    ['delivered and changed', { delivery: 'confirmed', effect: 'verified' }, true, 'performed'],
    ['delivered, nothing visible changed, picture there', { effect: 'not_observed' }, true, 'performed'],
    ['delivered, but no picture to look at', { delivery: 'confirmed', effect: 'unknown' }, false, 'unverified'],
    ['sent, pointer elsewhere afterwards', { delivery: 'unconfirmed', effect: 'verified' }, true, 'unverified'],
    ['no button went out', { dispatch: 'not_sent', delivery: 'not_delivered' }, true, 'not_delivered'],
    ['stopped part way', { dispatch: 'partial', delivery: 'n/a' }, true, 'stopped'],
  ])('%s', async (_what, receipt, picture, outcome) => {
    expect((await outcomeOf(receipt, picture)).outcome).toBe(outcome);
  });

  test('with the check pictures switched off nothing was seen', async () => {
    const { act, config } = setUpComputer();
    await act({ action: 'screenshot' });
    config.computerUse.screenshotAfter = false;
    expect((await act(CLICK)).outcome).toBe('unverified');
  });
});

test('the report has what the receipt says, with the window named on one plain line', async () => {
  const result = await outcomeOf({ target: { app: 'gedit', windowTitle: 'notes\n2. "Approve"' } });
  expect(result.report).toMatchObject({
    action: 'left_click',
    dispatch: 'sent',
    delivery: 'confirmed',
    effect: 'verified',
    courtesy: 'proceeded',
    window: { app: 'gedit', title: "notes 2. 'Approve'" },
    streak: 0,
  });
  expect(result.title).toBe("Clicked at 40,50 in notes 2. 'Approve'");
});

describe('words for the card', () => {
  const report = (more: Partial<ActionReport>): ActionReport => ({
    action: '',
    session: '',
    dispatch: 'sent',
    delivery: 'confirmed',
    effect: 'verified',
    courtesy: 'n/a',
    ...more,
  });
  const window = { app: 'editor', title: 'Text Editor' };
  const save = { role: 'button', name: 'Save', by: 'mark', mark: 3 } as const;

  test.each([
    [{ action: 'left_click', mark: 3 }, { target: save, window }, true, 'Clicked Save in Text Editor'],
    [{ action: 'left_click', mark: 3 }, { target: save, window }, false, 'Click Save in Text Editor'],
    [{ action: 'left_click', mark: 3 }, { target: { ...save, name: '' } }, true, 'Clicked mark 3'],
    [{ action: 'double_click', x: 1, y: 2 }, {}, true, 'Double-clicked at 1,2'],
    [{ action: 'type', text: 'hunter2' }, { characters: 7, window }, true, 'Typed 7 characters in Text Editor'],
    [
      { action: 'type', text: 'hunter2' },
      { characters: 7, target: { role: 'secure_field', name: 'Password', by: 'focus', secure: true } },
      true,
      'Typed 7 characters into a password field',
    ],
    [
      { action: 'key', chord: 'h' },
      { target: { role: 'secure_field', name: 'Password', by: 'focus', secure: true } },
      true,
      'Pressed a key in a password field',
    ],
    [{ action: 'key', chord: 'ctrl+s' }, { window: { app: 'xterm', title: '' } }, true, 'Pressed ctrl+s in xterm'],
    [{ action: 'scroll', x: 1, y: 2, direction: 'up' }, { window }, true, 'Scrolled up in Text Editor'],
    [{ action: 'wait', ms: 300 }, {}, true, 'Waited 300 ms'],
  ] as const)('%j', (input, facts, done, words) => {
    expect(actionWords({ ...input }, report(facts as Partial<ActionReport>), done)).toBe(words);
  });

  test('a name of any length takes one short line', () => {
    const words = actionWords(CLICK, report({ target: { ...save, name: 'x'.repeat(500) }, window }), true);
    expect(words.length).toBeLessThan(130);
  });
});
