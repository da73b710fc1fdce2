import { expect, test } from 'vitest';
import { type ComputerSetup, setUpComputer } from '../../../support/computer.ts';
import { fakePicture, fakeReceipt } from '../../../support/linked-helper.ts';

const rows = ({ lines }: ComputerSetup) =>
  lines.filter(({ event }) => event === 'computer.action').map((one) => one.fields);

test('a row has everything that explains an action afterwards, and nothing that was typed', async () => {
  const setup = setUpComputer();
  await setup.act({ action: 'screenshot', marks: true });
  await setup.clock.advance(5_000);
  setup.desktop.onAct = () => ({
    picture: fakePicture(setup.desktop, null),
    receipt: fakeReceipt({ effect: 'not_observed', delivery: 'unconfirmed' }),
  });
  await setup.act({ action: 'left_click', mark: 1 });
  expect(rows(setup)[1]).toEqual({
    session: 'cua_1',
    action: 'left_click',
    outcome: 'unverified',
    code: null,
    dispatch: 'sent',
    delivery: 'unconfirmed',
    effect: 'not_observed',
    method: 'input',
    courtesy: 'proceeded',
    by: 'mark',
    viewAgeMs: 5_000,
    streak: 1,
    timingsMs: { courtesy: 0, input: 1, settle: 0, capture: 1, encode: 1 },
    characters: 0,
    ms: 0,
  });
});

test('a refusal after admission leaves its code, a look no courtesy', async () => {
  const setup = setUpComputer();
  await setup.act({ action: 'screenshot' });
  setup.desktop.idle = { idleMs: 0, attributed: true };
  const refused = setup.act({ action: 'left_click', x: 1, y: 1 });
  await setup.clock.advance(4_000);
  await refused;
  expect(rows(setup)[0]).toMatchObject({ action: 'screenshot', outcome: 'performed', courtesy: 'n/a', method: null });
  expect(rows(setup)[1]).toMatchObject({ code: 'user_active', outcome: null, dispatch: 'not_sent' });
});

test('waiting for the owner is in the times and in the report', async () => {
  const setup = setUpComputer();
  await setup.act({ action: 'screenshot' });
  setup.desktop.idle = { idleMs: 0, attributed: true };
  const clicking = setup.act({ action: 'left_click', x: 1, y: 1 });
  await setup.clock.advance(250);
  setup.desktop.idle = { idleMs: 2_000, attributed: true };
  await setup.clock.advance(100);
  const result = await clicking;
  expect(result.report).toMatchObject({ courtesy: 'deferred', timingsMs: { courtesy: 300 } });
  expect(rows(setup)[1]).toMatchObject({ courtesy: 'deferred', timingsMs: { courtesy: 300 } });
});
